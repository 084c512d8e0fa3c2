# Every target is a short script of the same name in scripts/.
.DEFAULT_GOAL := help
.PHONY: help run dev test test-core test-wasm test-cli test-server test-clients test-web test-e2e bench-core bench-server bench-web lint gen dist test-deploy

help: ## This list
run: ## Build what is missing and serve on http://localhost:8080 (PORT=…, SEED=1 for sample data)
dev: ## The same with hot reload, for development
test: ## Everything CI runs
test-core: ## The core: unit, table, snapshot and property tests, and third-party parsers
test-wasm: ## The browser bindings, natively and under Node
test-cli: ## The program promptcase, alone and against a real server
test-server: ## The server over HTTP
test-clients: ## The client libraries, and the Model Context Protocol with the official SDKs
test-web: ## The web app's unit tests
test-e2e: ## Journeys in a real Chromium against the real server
bench-core: ## The core, natively and as WebAssembly, against common JavaScript libraries
bench-web: ## The web app's speed: a keystroke, ten thousand prompts, Lighthouse
bench-server: ## The server against Fastify and better-sqlite3 on an instance of 100,000 prompts
lint: ## rustfmt, Clippy, Biome, tsc, and that generated files are current
dist: ## An archive to install elsewhere: both programs, licences, bill of materials, checksum
test-deploy: ## What dist builds, installed: archive, systemd, nginx, image (not part of test)
gen: ## Regenerate the generated files: TypeScript types, openapi.json, the web's API client

help run dev test test-core test-wasm test-cli test-server test-clients test-web test-e2e bench-core bench-server bench-web lint gen dist test-deploy:
	@scripts/$@
