//! Settings of the AI providers.

use std::net::SocketAddr;
use std::time::Duration;

use clap::Args;
use prompt_core::credits::{MODELS, Provider};

use crate::secret::Secret;

const OPENAI: &str = "https://api.openai.com/v1";
const ANTHROPIC: &str = "https://api.anthropic.com/v1";
/// In seconds.
const TIME_LIMIT: u64 = 120;

/// The address of a provider and the key to use.
#[derive(Clone)]
pub struct Endpoint {
    pub provider: Provider,
    /// Without a trailing slash.
    pub base_url: String,
    /// `None` for local servers that need no key.
    pub key: Option<Secret>,
    /// Whether the key is the user's own rather than the server's.
    pub own_key: bool,
    /// Time limit of one attempt, from the first byte sent to the last byte read.
    pub time_limit: Duration,
}

#[derive(Args, Clone, Debug, Default)]
pub struct AiSettings {
    /// Key for OpenAI or the server at `OPENAI_BASE_URL`. Without key and base URL only people with a key of their
    /// own can use the provider.
    #[arg(long, env = "OPENAI_API_KEY", hide_env_values = true)]
    pub openai_api_key: Option<Secret>,

    /// Another server with OpenAI's chat completions API, such as `http://localhost:11434/v1`. Local ones need no
    /// key.
    #[arg(long, env = "OPENAI_BASE_URL")]
    pub openai_base_url: Option<String>,

    /// Models to offer instead of the built-in list, separated by commas.
    #[arg(long, env = "OPENAI_MODELS", value_delimiter = ',')]
    pub openai_models: Vec<String>,

    /// Where to look for Ollama when the server starts, or `off`. Found there, its models are offered in place of
    /// OpenAI's, unless those are configured. Only a server that listens on this machine alone looks.
    #[arg(long, env = "OLLAMA_URL", default_value = "http://127.0.0.1:11434")]
    pub ollama_url: String,

    /// Whether the models of OpenAI are those of an Ollama that was found.
    #[arg(skip)]
    pub is_ollama: bool,

    /// Key for Anthropic.
    #[arg(long, env = "ANTHROPIC_API_KEY", hide_env_values = true)]
    pub anthropic_api_key: Option<Secret>,

    /// Another server with Anthropic's Messages API, up to and including `/v1`.
    #[arg(long, env = "ANTHROPIC_BASE_URL")]
    pub anthropic_base_url: Option<String>,

    /// Models to offer instead of the built-in list, separated by commas.
    #[arg(long, env = "ANTHROPIC_MODELS", value_delimiter = ',')]
    pub anthropic_models: Vec<String>,

    /// Seconds an AI provider may take for one answer. Default: 120.
    #[arg(long, env = "AI_TIME_LIMIT", value_parser = clap::value_parser!(u64).range(1..=150))]
    pub ai_time_limit: Option<u64>,
}

impl AiSettings {
    fn key(&self, provider: Provider) -> Option<&Secret> {
        match provider {
            Provider::OpenAi => self.openai_api_key.as_ref(),
            Provider::Anthropic => self.anthropic_api_key.as_ref(),
        }
        .filter(|key| !key.0.is_empty())
    }

    fn base_url(&self, provider: Provider) -> Option<&str> {
        match provider {
            Provider::OpenAi => self.openai_base_url.as_deref(),
            Provider::Anthropic => self.anthropic_base_url.as_deref(),
        }
        .filter(|url| !url.is_empty())
    }

    /// Whether users without a key of their own can use the provider.
    pub fn is_configured(&self, provider: Provider) -> bool {
        self.key(provider).is_some() || self.base_url(provider).is_some()
    }

    /// The address to look for Ollama at; `None` if it is off or has no place.
    pub fn ollama(&self, listen: SocketAddr) -> Option<&str> {
        let has_place = listen.ip().is_loopback() && !self.is_configured(Provider::OpenAi);
        let url = self.ollama_url.trim_end_matches('/');
        (has_place && !matches!(url, "" | "off")).then_some(url)
    }

    /// Offers the models of an Ollama in place of OpenAI's.
    pub fn offer_ollama(&mut self, url: &str, models: Vec<String>) {
        self.openai_base_url = Some(format!("{url}/v1"));
        if self.openai_models.is_empty() {
            self.openai_models = models;
        }
        self.is_ollama = true;
    }

    /// The models on offer: the configured ones, or the built-in list.
    pub fn models(&self, provider: Provider) -> Vec<String> {
        let listed = match provider {
            Provider::OpenAi => &self.openai_models,
            Provider::Anthropic => &self.anthropic_models,
        };
        let listed = listed
            .iter()
            .map(|name| name.trim())
            .filter(|name| !name.is_empty());
        let mut models: Vec<String> = listed.map(str::to_owned).collect();
        if models.is_empty() {
            let known = MODELS.iter().filter(|model| model.provider == provider);
            models = known.map(|model| model.name.to_owned()).collect();
        }
        models
    }

    /// The endpoint to call, with the user's own key before the server's. `None` without a key and without a
    /// configured server.
    pub fn endpoint(&self, provider: Provider, own_key: Option<Secret>) -> Option<Endpoint> {
        if own_key.is_none() && !self.is_configured(provider) {
            return None;
        }
        let default = match provider {
            Provider::OpenAi => OPENAI,
            Provider::Anthropic => ANTHROPIC,
        };
        let base_url = self.base_url(provider).unwrap_or(default);
        Some(Endpoint {
            provider,
            base_url: base_url.trim_end_matches('/').to_owned(),
            own_key: own_key.is_some(),
            key: own_key.or_else(|| self.key(provider).cloned()),
            time_limit: Duration::from_secs(self.ai_time_limit.unwrap_or(TIME_LIMIT)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_own_key_goes_before_the_servers_and_works_without_it() {
        let own = || Some(Secret("sk-own".into()));
        let bare = AiSettings::default();
        assert!(bare.endpoint(Provider::OpenAi, None).is_none());
        let endpoint = bare.endpoint(Provider::OpenAi, own()).unwrap();
        assert_eq!(
            (endpoint.base_url.as_str(), endpoint.own_key),
            (OPENAI, true)
        );

        let local = AiSettings {
            openai_base_url: Some("http://localhost:11434/v1/".into()),
            openai_models: vec![" llama3.2".into(), String::new()],
            ..AiSettings::default()
        };
        let endpoint = local.endpoint(Provider::OpenAi, None).unwrap();
        assert_eq!(endpoint.base_url, "http://localhost:11434/v1");
        assert_eq!((endpoint.key, endpoint.own_key), (None, false));
        assert_eq!(local.models(Provider::OpenAi), ["llama3.2"]);
        assert!(
            local
                .models(Provider::Anthropic)
                .contains(&"claude-3-haiku".to_owned())
        );
        assert!(!local.is_configured(Provider::Anthropic));
    }

    #[test]
    fn ollama_has_a_place_beside_no_openai_and_on_this_machine_alone() {
        let here: SocketAddr = "127.0.0.1:8080".parse().unwrap();
        let everywhere: SocketAddr = "0.0.0.0:8080".parse().unwrap();
        let mut settings = AiSettings {
            ollama_url: "http://127.0.0.1:11434/".into(),
            ..AiSettings::default()
        };
        assert_eq!(settings.ollama(here), Some("http://127.0.0.1:11434"));
        assert_eq!(settings.ollama(everywhere), None);
        settings.offer_ollama("http://127.0.0.1:11434", vec!["llama3.2".into()]);
        let endpoint = settings.endpoint(Provider::OpenAi, None).unwrap();
        assert_eq!(endpoint.base_url, "http://127.0.0.1:11434/v1");
        assert_eq!(settings.models(Provider::OpenAi), ["llama3.2"]);
        assert_eq!(settings.ollama(here), None, "it is configured now");
        let off = AiSettings {
            ollama_url: "off".into(),
            ..AiSettings::default()
        };
        assert_eq!(off.ollama(here), None);
    }

    #[test]
    fn keys_do_not_appear_in_debug_output() {
        let settings = AiSettings {
            openai_api_key: Some(Secret("sk-secret".into())),
            ..AiSettings::default()
        };
        assert!(!format!("{settings:?}").contains("sk-secret"));
    }
}
