//! Commands on a whole instance: sample data, backup, restore, moving, and the contract.

use std::io::Write as _;
use std::path::Path;

use promptcase_server::app::App;
use promptcase_server::clock::Clock;
use promptcase_server::config::Config;
use promptcase_server::db::instance_lock::Use;
use promptcase_server::db::{Db, Engine, SchemaState};
use promptcase_server::seed::bulk::BulkSeed;
use promptcase_server::seed::{self, Seeded};
use promptcase_server::{backup, router};

use super::Outcome;
use super::instance::{lock, make_data_folder, open, open_current, open_existing, other_version};

pub async fn plant(config: Config, filling: BulkSeed) -> Outcome {
    config.check()?;
    make_data_folder(&config)?;
    let _lock = lock(&config.database(), Use::Shared).await?;
    let db = open(&config).await?;
    let url = config.public_url.clone();
    let app = App::new(config, db.clone(), Clock::System)?;
    let seeded = seed::seed(&app).await?;
    filling.fill(&app).await?;
    db.close().await;
    let (done, password) = match seeded {
        Seeded::New { prompts, password } => (format!("Added {prompts} sample prompts."), password),
        Seeded::AlreadyThere => (
            "The sample data is there already.".to_owned(),
            "the one that was printed when it was made".to_owned(),
        ),
    };
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{done}\n\n  address   {url}/login\n  email     {}\n  password  {password}",
        seed::EMAIL
    )?;
    Ok(())
}

pub async fn save(config: Config, file: &Path) -> Outcome {
    // An SQLite file is copied whole, in any version. PostgreSQL is copied table by table, so every table must be
    // known.
    let (url, connections) = (config.database(), config.database_connections);
    let (db, state) = open_existing(&url, connections).await?;
    if db.engine() == Engine::Postgres && state != SchemaState::Current {
        return Err(other_version(&url));
    }
    report("Backed up", &backup::backup(&db, file).await?)?;
    db.close().await;
    Ok(())
}

pub async fn fill(config: Config, file: &Path) -> Outcome {
    make_data_folder(&config)?;
    let _lock = lock(&config.database(), Use::Alone).await?;
    // Checked first: a backup that cannot be restored must not leave an empty instance behind.
    let backup = backup::checked(file, &config.data_dir).await?;
    let db = open(&config).await?;
    let restored = backup::restore(backup, &db).await?;
    report("Restored", &restored)?;
    db.close().await;
    Ok(())
}

pub async fn migrate_data(config: Config, from: &str, to: &str) -> Outcome {
    if from == to {
        return Err("--from and --to name the same database".into());
    }
    let source = open_current(from, config.database_connections).await?;
    let _locks = (lock(from, Use::Alone).await?, lock(to, Use::Alone).await?);
    let from = source;
    let to = Db::connect(to, 4).await?;
    to.migrate().await?;
    report("Moved", &backup::copy(&from, &to).await?)?;
    from.close().await;
    to.close().await;
    Ok(())
}

fn report(done: &str, tables: &backup::Report) -> Outcome {
    let mut out = std::io::stdout();
    let rows: usize = tables.iter().map(|(_, rows)| rows).sum();
    writeln!(out, "{done} {rows} rows, verified:")?;
    for (table, rows) in tables.iter().filter(|(_, rows)| *rows > 0) {
        writeln!(out, "  {table:<28} {rows:>9}")?;
    }
    Ok(())
}

pub async fn print_contract(config: Config) -> Outcome {
    // No request is served, so any database will do.
    let app = App::new(
        config,
        Db::connect("sqlite::memory:", 1).await?,
        Clock::System,
    )?;
    let document = serde_json::to_string_pretty(router::contract(&app))?;
    writeln!(std::io::stdout(), "{document}")?;
    Ok(())
}
