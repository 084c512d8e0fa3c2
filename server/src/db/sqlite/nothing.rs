//! The half of a sqlx driver that ours does without: connections, their options, transactions, prepared statements.
//!
//! [`NoConnection`] is a type without values, so none of this can be reached, and the compiler knows it.

use std::future::{Future, pending};
use std::str::FromStr;
use std::time::Duration;

use sqlx::query::{Query, QueryAs, QueryScalar};
use sqlx::{
    ConnectOptions, Connection, Either, FromRow, IntoArguments, SqlStr, Statement, Transaction,
};
use sqlx_core::transaction::TransactionManager;

use super::driver::{Kind, SqliteArguments, SqliteColumn, SqliteEngine, SqliteRow};

#[derive(Clone, Copy, Debug)]
pub enum NoConnection {}

type Done<T> = sqlx::Result<T>;

impl FromStr for NoConnection {
    type Err = sqlx::Error;

    fn from_str(_: &str) -> Done<Self> {
        Err(sqlx::Error::Configuration(
            "connections to SQLite are made in db::sqlite".into(),
        ))
    }
}

impl ConnectOptions for NoConnection {
    type Connection = Self;

    fn from_url(url: &url::Url) -> Done<Self> {
        url.as_str().parse()
    }

    async fn connect(&self) -> Done<Self> {
        match *self {}
    }

    fn log_statements(self, _: log::LevelFilter) -> Self {
        self
    }

    fn log_slow_statements(self, _: log::LevelFilter, _: Duration) -> Self {
        self
    }
}

impl Connection for NoConnection {
    type Database = SqliteEngine;
    type Options = Self;

    fn close(self) -> impl Future<Output = Done<()>> + Send + 'static {
        match self {}
        #[expect(unreachable_code, reason = "names the type")]
        pending()
    }

    fn close_hard(self) -> impl Future<Output = Done<()>> + Send + 'static {
        match self {}
        #[expect(unreachable_code, reason = "names the type")]
        pending()
    }

    async fn ping(&mut self) -> Done<()> {
        match *self {}
    }

    async fn begin(&mut self) -> Done<Transaction<'_, SqliteEngine>> {
        match *self {}
    }

    fn shrink_buffers(&mut self) {
        match *self {}
    }

    async fn flush(&mut self) -> Done<()> {
        match *self {}
    }

    fn should_flush(&self) -> bool {
        match *self {}
    }
}

impl TransactionManager for NoConnection {
    type Database = SqliteEngine;

    async fn begin(connection: &mut Self, _: Option<SqlStr>) -> Done<()> {
        match *connection {}
    }

    async fn commit(connection: &mut Self) -> Done<()> {
        match *connection {}
    }

    async fn rollback(connection: &mut Self) -> Done<()> {
        match *connection {}
    }

    fn start_rollback(connection: &mut Self) {
        match *connection {}
    }

    fn get_transaction_depth(connection: &Self) -> usize {
        match *connection {}
    }
}

impl Statement for NoConnection {
    type Database = SqliteEngine;

    fn into_sql(self) -> SqlStr {
        match self {}
    }

    fn sql(&self) -> &SqlStr {
        match *self {}
    }

    fn parameters(&self) -> Option<Either<&[Kind], usize>> {
        match *self {}
    }

    fn columns(&self) -> &[SqliteColumn] {
        match *self {}
    }

    fn query(&self) -> Query<'_, SqliteEngine, SqliteArguments> {
        match *self {}
    }

    fn query_with<A: IntoArguments<SqliteEngine>>(&self, _: A) -> Query<'_, SqliteEngine, A> {
        match *self {}
    }

    fn query_as<O: for<'r> FromRow<'r, SqliteRow>>(
        &self,
    ) -> QueryAs<'_, SqliteEngine, O, SqliteArguments> {
        match *self {}
    }

    fn query_as_with<'s, O, A>(&'s self, _: A) -> QueryAs<'s, SqliteEngine, O, A>
    where
        O: for<'r> FromRow<'r, SqliteRow>,
        A: IntoArguments<SqliteEngine>,
    {
        match *self {}
    }

    fn query_scalar<O>(&self) -> QueryScalar<'_, SqliteEngine, O, SqliteArguments>
    where
        (O,): for<'r> FromRow<'r, SqliteRow>,
    {
        match *self {}
    }

    fn query_scalar_with<'s, O, A>(&'s self, _: A) -> QueryScalar<'s, SqliteEngine, O, A>
    where
        (O,): for<'r> FromRow<'r, SqliteRow>,
        A: IntoArguments<SqliteEngine>,
    {
        match *self {}
    }
}
