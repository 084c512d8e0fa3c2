-- What wrk sends. The file named by BENCH_INPUT gives: cookie, urls (to read) and tag (an answer that the client has),
-- or method and prompts (to write: id, version and body without its beginning). Prints one JSON object at the end.
local input = dofile(os.getenv("BENCH_INPUT"))
local headers = { Cookie = "session=" .. input.cookie, ["Content-Type"] = "application/json" }
headers["If-None-Match"] = input.tag
local at = tonumber(os.getenv("BENCH_FROM") or "0")
local reading = {}

function init()
  for _, url in ipairs(input.urls or {}) do
    for _, cookie in ipairs(input.cookies or { input.cookie }) do
      headers.Cookie = "session=" .. cookie
      reading[#reading + 1] = wrk.format("GET", url, headers)
    end
  end
end

local read = function()
  at = at % #reading + 1
  return reading[at]
end

local create = function()
  at = at + 1
  headers.Cookie = "session=" .. input.cookies[at % #input.cookies + 1]
  local title = string.format('{"title":"Measured %d",', at)
  return wrk.format("POST", "/api/prompts", headers, title .. input.body)
end

-- A prompt comes round again long after its last save was answered, so the version sent is always the current one.
local versions = {}
local update = function()
  at = at + 1
  local prompt = input.prompts[at % #input.prompts + 1]
  local version = versions[prompt.id] or prompt.version
  local title = string.format('{"base_version":"%s","title":"Saved %d",', version, at)
  return wrk.format("PUT", "/api/prompts/" .. prompt.id, headers, title .. input.body)
end

request = ({ read = read, create = create, update = update })[input.kind]

if input.kind == "update" then
  response = function(status, _, body)
    local id = body:match('"id":"([0-9a-f-]+)"')
    local major, minor, batch =
      body:match('"version_major":(%d+),"version_minor":(%d+),"version_batch":(%d+)')
    if id and batch then
      versions[id] = major .. "." .. minor .. "." .. batch
    end
  end
end

function done(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read
    + summary.errors.write + summary.errors.timeout
  io.stderr:write(string.format(
    '{"requests":%d,"seconds":%f,"failed":%d,"p50":%f,"p99":%f}\n',
    summary.requests, summary.duration / 1e6, failed,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000
  ))
end
