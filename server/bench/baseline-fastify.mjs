// The same endpoints, written with what a web team would pick: Fastify and better-sqlite3. It is given the same file,
// indexes and statements, the same durability, prepared statements, a session check, and one log line a request, so
// that what is compared is how the work is done and not what is asked of the database.
//
//   node baseline-fastify.mjs DATABASE PORT
import { createHash, randomBytes, randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import Database from "better-sqlite3";
import Fastify from "fastify";

const [file, port] = process.argv.slice(2);
const db = new Database(file);
for (const pragma of [
  "journal_mode = WAL",
  "synchronous = FULL",
  "foreign_keys = ON",
  "cache_size = -64000",
  "temp_store = MEMORY",
  "journal_size_limit = 67108864",
]) {
  db.pragma(pragma);
}

const SUMMARY = `p.id, p.user_id,
  (SELECT name.slug FROM slugs name WHERE name.prompt_id = p.id AND name.is_current) AS slug,
  (SELECT h.handle FROM handles h WHERE h.workspace_id = p.workspace_id AND h.is_current) AS handle,
  u.full_name AS author_name, u.avatar_url AS author_avatar_url,
  p.title, p.description, p.excerpt, p.prompt_type, p.structure_type, p.category, p.type, p.language, p.complexity, p.tags,
  p.is_public,
  (SELECT o.id FROM prompts o WHERE o.id = p.forked_from AND (o.workspace_id = $me OR o.is_public) AND o.deleted_at IS NULL)
    AS forked_from,
  p.version_major, p.version_minor, p.version_batch,
  COALESCE(c.view_count, 0) AS view_count, COALESCE(c.like_count, 0) AS like_count,
  COALESCE(c.fork_count, 0) AS fork_count,
  EXISTS (SELECT 1 FROM prompt_likes l WHERE l.prompt_id = p.id AND l.user_id = $me) AS is_liked,
  EXISTS (SELECT 1 FROM prompt_favourites f WHERE f.prompt_id = p.id AND f.user_id = $me) AS is_favourite,
  (NOT p.is_public AND EXISTS (SELECT 1 FROM share_links link WHERE link.prompt_id = p.id AND EXISTS
    (SELECT 1 FROM workspace_members m WHERE m.workspace_id = p.workspace_id AND m.user_id = link.user_id))) AS has_link,
  p.created_at, p.updated_at`;
const FROM = "prompts p JOIN users u ON u.id = p.user_id LEFT JOIN prompt_counts c ON c.prompt_id = p.id";
const VISIBLE = "(p.workspace_id = $me OR p.is_public) AND p.deleted_at IS NULL";

// Ids are kept as 16 bytes, times as microseconds.
const idText = (bytes) => {
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
const idBytes = (text) => Buffer.from(text.replaceAll("-", ""), "hex");
const time = (micros) => new Date(Math.floor(micros / 1000)).toISOString();

function newId(now) {
  const id = randomBytes(16);
  id.writeUIntBE(Math.floor(now / 1000), 0, 6);
  id[6] = (id[6] & 0x0f) | 0x70;
  id[8] = (id[8] & 0x3f) | 0x80;
  return id;
}

function summary(row) {
  row.id = idText(row.id);
  row.user_id = idText(row.user_id);
  row.forked_from = row.forked_from && idText(row.forked_from);
  row.tags = JSON.parse(row.tags);
  row.is_public = row.is_public === 1;
  row.is_liked = row.is_liked === 1;
  row.is_favourite = row.is_favourite === 1;
  row.has_link = row.has_link === 1;
  row.created_at = time(row.created_at);
  row.updated_at = time(row.updated_at);
  return row;
}

function whole(row) {
  row = summary(row);
  row.asset_fields = JSON.parse(row.asset_fields);
  row.asset_metadata = JSON.parse(row.asset_metadata);
  row.content = JSON.parse(row.content);
  return row;
}

// Statements that are put together for a filter are prepared once for each form they take.
const prepared = new Map();
function prepare(sql) {
  let statement = prepared.get(sql);
  if (!statement) {
    statement = db.prepare(sql);
    prepared.set(sql, statement);
  }
  return statement;
}

const selectSession = db.prepare(
  "SELECT id, user_id, last_seen_at FROM sessions WHERE token_hash = ? AND expires_at > ?",
);
const touchSession = db.prepare("UPDATE sessions SET last_seen_at = ?, expires_at = ? WHERE id = ?");
const selectWhole = db.prepare(
  `SELECT ${SUMMARY}, p.asset_fields, p.asset_metadata, p.content FROM ${FROM} WHERE p.id = $id AND ${VISIBLE}`,
);

const fail = (status, code, message) => Object.assign(new Error(message), { statusCode: status, code });

function read(me, id) {
  const row = selectWhole.get({ me, id });
  if (!row) throw fail(404, "not_found", "Prompt not found");
  return whole(row);
}

const WORDS = ["category", "structure_type", "complexity"];

function list(me, query) {
  const limit = Number(query.limit ?? 20);
  const values = { me };
  const sort = query.sort === "created_at" ? "created_at" : "updated_at";
  let where = " AND p.prompt_type = 'prompt'";
  for (const word of WORDS) {
    if (query[word] !== undefined) {
      where += ` AND p.${word} = $${word}`;
      values[word] = query[word];
    }
  }
  if (query.tags) {
    where += " AND p.id IN (SELECT t.prompt_id FROM prompt_tags t WHERE t.tag = $tag)";
    values.tag = query.tags;
  }
  if (query.cursor) {
    const [at, id] = JSON.parse(Buffer.from(query.cursor, "base64url"));
    where += ` AND (p.${sort}, p.id) < ($at, $last)`;
    values.at = at;
    values.last = idBytes(id);
  }
  const words = (query.search ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  let own = "";
  let found = "";
  if (words.length > 0) {
    own = words
      .map((word, at) => {
        values[`w${at}`] = word;
        return ` AND instr(p.search_text, $w${at}) > 0`;
      })
      .join("");
    values.match = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(" AND ");
    found =
      " AND p.rid IN (SELECT rowid FROM prompt_search WHERE prompt_search MATCH $match ORDER BY rowid DESC LIMIT 500)";
  }
  const order = `ORDER BY p.${sort} DESC, p.id DESC LIMIT ${limit + 1}`;
  const parts = [
    `SELECT id FROM (SELECT p.id FROM prompts p WHERE p.workspace_id = $me AND p.deleted_at IS NULL${where}${own} ${order})`,
  ];
  if (query.owner !== "me") {
    parts.push(
      `SELECT id FROM (SELECT p.id FROM prompts p WHERE p.workspace_id <> $me AND p.is_public AND p.deleted_at IS NULL${where}${found} ${order})`,
    );
  } else {
    delete values.match;
  }
  const rows = prepare(
    `WITH hit (id) AS (${parts.join(" UNION ALL ")}) SELECT ${SUMMARY} FROM hit h JOIN (${FROM}) ON p.id = h.id ${order}`,
  ).all(values);
  let next = null;
  if (rows.length > limit) {
    rows.length = limit;
    const last = rows[limit - 1];
    next = Buffer.from(JSON.stringify([last[sort], idText(last.id)])).toString("base64url");
  }
  return { items: rows.map(summary), next_cursor: next };
}

const HALF_LIFE = { 1: 0.25, 7: 1.75, 30: 7.5, 365: 91.25 };
const selectLeading = db.prepare(
  `SELECT t.prompt_id AS id FROM prompt_trends t JOIN prompts p ON p.id = t.prompt_id
   WHERE t.period = ? AND t.last_day >= ? AND p.is_public AND p.deleted_at IS NULL
   ORDER BY t.rank_key DESC, t.prompt_id DESC LIMIT ?`,
);

function trending(me, query) {
  const period = Number(query.period ?? 7);
  const limit = Number(query.limit ?? 20);
  const today = Math.floor(Date.now() / 86_400_000);
  const ids = selectLeading.all(period, today - period, limit + 80).map((row) => row.id);
  const places = ids.map(() => "?").join(", ");
  const days = prepare(
    `SELECT d.prompt_id AS id, d.day, d.views + d.likes * 4 + d.forks * 8 AS weight FROM prompt_days d
     WHERE d.day >= ? AND d.day <= ? AND d.prompt_id IN (${places}) ORDER BY d.prompt_id, d.day`,
  ).all(today - period, today, ...ids);
  const scores = [];
  for (const { id, day, weight } of days) {
    if (weight === 0) continue;
    const score = weight * 2 ** (-(today - day) / HALF_LIFE[period]);
    const last = scores.at(-1);
    if (last?.id.equals(id)) last.score += score;
    else scores.push({ id, score });
  }
  scores.sort((a, b) => b.score - a.score || Buffer.compare(b.id, a.id));
  scores.length = Math.min(scores.length, limit);
  const found = prepare(
    `SELECT ${SUMMARY} FROM ${FROM} WHERE ${VISIBLE} AND p.id IN (${scores.map((_, at) => `$p${at}`).join(", ")})`,
  ).all({ me, ...Object.fromEntries(scores.map((one, at) => [`p${at}`, one.id])) });
  const byId = new Map(found.map((row) => [row.id.toString("hex"), row]));
  return {
    items: scores.map((one) => ({
      ...summary(byId.get(one.id.toString("hex"))),
      trend_score: one.score,
    })),
  };
}

function collect(value, text) {
  if (typeof value === "string") text.push(value);
  else if (Array.isArray(value)) for (const item of value) collect(item, text);
  else if (value && typeof value === "object") {
    for (const [name, field] of Object.entries(value)) {
      if (!["id", "type", "wrappers", "config"].includes(name)) collect(field, text);
    }
  }
}

// What the core does with a prompt before it is stored: ids and order for items, tidy tags, text to search in.
function prepareText(body) {
  const content = {};
  for (const name of ["segments", "sections", "modules", "blocks"]) {
    content[name] = (body.content?.[name] ?? []).map((item, order) => ({
      ...item,
      id: item.id || randomUUID(),
      order,
    }));
  }
  const text = [body.title, body.description];
  collect(content, text);
  return {
    title: body.title.trim(),
    description: body.description,
    prompt_type: body.prompt_type,
    structure_type: body.structure_type,
    category: body.category,
    type: body.type,
    language: body.language,
    complexity: body.complexity,
    tags: JSON.stringify([...new Set(body.tags.map((tag) => tag.trim()).filter(Boolean))]),
    is_public: body.is_public ? 1 : 0,
    asset_fields: "{}",
    asset_metadata: "{}",
    content: JSON.stringify(content),
    search_text: text.join("\n").toLowerCase(),
  };
}

const countOwn = db.prepare("SELECT COUNT(*) AS n FROM prompts WHERE workspace_id = ? AND deleted_at IS NULL");
const insertPrompt = db.prepare(
  `INSERT INTO prompts
     (id, workspace_id, user_id, title, description, prompt_type, structure_type, category, type, language, complexity,
      tags, is_public, version_major, version_minor, version_batch, created_at, updated_at, asset_fields, asset_metadata,
      content, search_text)
   VALUES ($id, $me, $me, $title, $description, $prompt_type, $structure_type, $category, $type, $language, $complexity,
      $tags, $is_public, 1, 0, 0, $now, $now, $asset_fields, $asset_metadata, $content, $search_text)`,
);
const insertTag = db.prepare("INSERT INTO prompt_tags (prompt_id, tag) VALUES (?, ?) ON CONFLICT DO NOTHING");
const deleteTags = db.prepare("DELETE FROM prompt_tags WHERE prompt_id = ?");
const recordAct = db.prepare(
  `INSERT INTO activity (user_id, day, kind, object_id, times, at) VALUES (?, ?, ?, ?, 1, ?)
   ON CONFLICT (user_id, day, kind, object_id) DO UPDATE SET times = activity.times + 1, at = excluded.at`,
);
const selectStored = db.prepare(
  `SELECT title, description, prompt_type, structure_type, category, type, language, complexity, tags, is_public,
     version_major, version_minor, version_batch, asset_fields, asset_metadata, content
   FROM prompts WHERE id = ? AND workspace_id = ? AND deleted_at IS NULL`,
);
const selectTaken = db.prepare(
  `SELECT version_major, version_minor, version_batch FROM prompt_versions
   WHERE prompt_id = ? AND (version_major, version_minor, version_batch) > (?, ?, ?)`,
);
const updatePrompt = db.prepare(
  `UPDATE prompts SET title = $title, description = $description, prompt_type = $prompt_type,
     structure_type = $structure_type, category = $category, type = $type, language = $language,
     complexity = $complexity, tags = $tags, is_public = $is_public, version_batch = $batch, updated_at = $now,
     asset_fields = $asset_fields, asset_metadata = $asset_metadata, content = $content, search_text = $search_text
   WHERE id = $id`,
);

const create = db.transaction((me, text, now) => {
  if (countOwn.get(me).n >= 10_000) {
    throw fail(422, "too_many", "An account may have at most 10000 prompts");
  }
  const id = newId(now);
  insertPrompt.run({ ...text, id, me, now });
  for (const tag of JSON.parse(text.tags)) insertTag.run(id, tag.toLowerCase());
  recordAct.run(me, Math.floor(now / 86_400_000_000), "prompt_created", id, now);
  return read(me, id);
});

const TEXT = [
  "title",
  "description",
  "prompt_type",
  "structure_type",
  "category",
  "type",
  "language",
  "complexity",
  "tags",
  "is_public",
  "content",
];

const save = db.transaction((me, id, base, text, now) => {
  const before = selectStored.get(id, me);
  if (!before) throw fail(404, "not_found", "Prompt not found");
  if (TEXT.every((name) => before[name] === text[name])) return read(me, id);
  const version = `${before.version_major}.${before.version_minor}.${before.version_batch}`;
  if (version !== base) {
    throw Object.assign(fail(409, "conflict", `Somebody saved ${version} in the meantime`), {
      current: read(me, id),
    });
  }
  const { version_major: major, version_minor: minor } = before;
  const taken = selectTaken
    .all(id, major, minor, before.version_batch)
    .filter((row) => row.version_major === major && row.version_minor === minor)
    .map((row) => row.version_batch);
  let batch = before.version_batch + 1;
  while (taken.includes(batch)) batch += 1;
  updatePrompt.run({ ...text, id, batch, now });
  if (text.tags !== before.tags) {
    deleteTags.run(id);
    for (const tag of JSON.parse(text.tags)) insertTag.run(id, tag.toLowerCase());
  }
  recordAct.run(me, Math.floor(now / 86_400_000_000), "prompt_saved", id, now);
  return read(me, id);
});

const PROMPT = {
  type: "object",
  required: ["title"],
  properties: {
    base_version: { type: "string" },
    title: { type: "string", minLength: 1, maxLength: 200 },
    description: { type: "string", maxLength: 2000, default: "" },
    prompt_type: { type: "string", default: "prompt" },
    structure_type: { type: "string", default: "standard" },
    category: { type: "string", default: "ai" },
    type: { type: "string", default: "assistant" },
    language: { type: "string", default: "english" },
    complexity: { type: "string", default: "custom" },
    tags: { type: "array", maxItems: 50, items: { type: "string", maxLength: 50 }, default: [] },
    is_public: { type: "boolean", default: false },
    content: { type: "object", default: {} },
  },
};

const app = Fastify({
  logger: true,
  disableRequestLogging: true,
  genReqId: () => randomUUID(),
  bodyLimit: 12 * 1024 * 1024,
});
app.register(cookie);
app.decorateRequest("me", null);
app.addHook("onRequest", async (request) => {
  const token = request.cookies.session;
  if (!token) throw fail(401, "not_authenticated", "User not authenticated");
  const now = Date.now() * 1000;
  const session = selectSession.get(createHash("sha256").update(token).digest(), now);
  if (!session) throw fail(401, "not_authenticated", "User not authenticated");
  if (session.last_seen_at < now - 900_000_000) {
    touchSession.run(now, now + 2_592_000_000_000, session.id);
  }
  request.me = session.user_id;
});
app.addHook("onSend", async (request, reply) => {
  reply.header("x-request-id", request.id);
  reply.header("cache-control", "private, no-cache");
});
app.addHook("onResponse", async (request, reply) => {
  request.log.info(
    {
      method: request.method,
      path: request.url.split("?")[0],
      status: reply.statusCode,
      ms: reply.elapsedTime,
    },
    "answered",
  );
});
app.setErrorHandler((error, _, reply) => {
  const { statusCode = 500, code = "internal", message, current } = error;
  reply.status(statusCode).send({ code, message, current });
});

app.get("/api/prompts/:id", async (request) => read(request.me, idBytes(request.params.id)));
app.get("/api/prompts", async (request) => list(request.me, request.query));
app.get("/api/community/trending", async (request) => trending(request.me, request.query));
app.post("/api/prompts", { schema: { body: PROMPT } }, async (request, reply) => {
  reply.status(201);
  return create.immediate(request.me, prepareText(request.body), Date.now() * 1000);
});
app.put("/api/prompts/:id", { schema: { body: PROMPT } }, async (request) => {
  const { body } = request;
  const now = Date.now() * 1000;
  return save.immediate(request.me, idBytes(request.params.id), body.base_version, prepareText(body), now);
});

await app.listen({ port: Number(port), host: "127.0.0.1" });
