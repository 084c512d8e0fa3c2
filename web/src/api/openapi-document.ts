// The server's own OpenAPI document, for the API reference. It is read at runtime, so that it is never outdated.
import { queryOptions } from "@tanstack/react-query";
import { ApiError, ask, bodyOf } from "./client";

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
}

export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  items?: Schema;
}

export interface OpenApiDocument {
  info: { title: string; version: string };
  tags?: { name: string; description?: string }[];
  servers?: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
}

export const openApiUrl = "/api/openapi.json";

export const openApiQuery = queryOptions({
  queryKey: ["openapi"],
  queryFn: async ({ signal }): Promise<OpenApiDocument> => {
    const response = await ask(openApiUrl, { signal });
    const body = await bodyOf(response);
    // A body that is not JSON does not come from our server.
    if (!response.ok || body === null) throw new ApiError(response.ok ? 0 : response.status, body);
    return body as OpenApiDocument;
  },
});
