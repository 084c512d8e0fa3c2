import { render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PageHeader } from "./page-header";
import { Skeleton } from "./skeleton";

afterEach(() => vi.restoreAllMocks());

test("a skeleton may stand where a text will: in a title, a line, a head", () => {
  // React reports invalid HTML there.
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  render(<PageHeader above={<Skeleton />} title={<Skeleton />} description={<Skeleton />} />);
  expect(complaints).not.toHaveBeenCalled();
});
