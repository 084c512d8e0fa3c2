# Every target is a short script of the same name in scripts/.
.DEFAULT_GOAL := help
.PHONY: help run dev test test-core test-wasm test-cli test-server test-web test-e2e bench-core bench-server bench-web lint gen

help: ## This list
run: ## Build what is missing and serve on http://localhost:8080 (PORT=…, SEED=1 for sample data)
dev: ## The same with hot reload, for working on it
test: ## Everything CI runs
test-core: ## The rules: unit, table, snapshot and property tests, and other people's parsers
test-wasm: ## The boundary to the browser, under Node
test-cli: ## The program promptcase, from outside
test-server: ## The server over HTTP
test-web: ## The web app's unit tests
test-e2e: ## Journeys in a real Chromium against the real server
bench-core: ## The core beside what a web team would use, natively and as WebAssembly
bench-web: ## What the web app costs a person: a keystroke, ten thousand prompts, Lighthouse
bench-server: ## The server beside Fastify and better-sqlite3 on an instance of 100,000 prompts
lint: ## rustfmt, Clippy, Biome, tsc, and that generated files are current
gen: ## Write the generated files again: TypeScript types, openapi.json, the web's API client

help run dev test test-core test-wasm test-cli test-server test-web test-e2e bench-core bench-server bench-web lint gen:
	@scripts/$@
