/// Declares an enum whose variants are strings on the wire, each with a label for users.
///
/// One declaration generates the string, the label, the JSON form, the schema and the TypeScript type.
/// An enum with a separate error for unknown strings names the error kind after `else`.
macro_rules! string_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident as $what:literal $(else $unknown:ident)? {
            $( $(#[$variant_meta:meta])* $variant:ident = $word:literal, $label:literal; )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        pub enum $name {
            $(
                $(#[$variant_meta])*
                #[cfg_attr(feature = "schema", schemars(rename = $word))]
                #[cfg_attr(feature = "ts", ts(rename = $word))]
                $variant,
            )+
        }

        impl $name {
            /// All values in display order.
            pub const ALL: &'static [Self] = &[$( Self::$variant ),+];

            /// The string on the wire.
            pub const fn as_str(self) -> &'static str {
                match self { $( Self::$variant => $word, )+ }
            }

            /// The label for users.
            pub const fn label(self) -> &'static str {
                match self { $( Self::$variant => $label, )+ }
            }
        }

        // The derived implementations are ten times as large, and browsers download them for two dozen
        // enums.
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = <String as serde::Deserialize>::deserialize(deserializer)?;
                word.parse().map_err(<D::Error as serde::de::Error>::custom)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::ALL
                    .iter()
                    .copied()
                    .find(|value| value.as_str() == text)
                    .ok_or_else(|| $crate::string_enum::string_enum!(@unknown $name, $what, text $(, $unknown)?).into())
            }
        }
    };

    (@unknown $name:ident, $what:literal, $text:ident) => {
        $crate::ErrorKind::UnknownVariant {
            what: $what,
            given: $text.to_owned(),
            known: $name::ALL.iter().map(|value| value.as_str()).collect(),
        }
    };
    (@unknown $name:ident, $what:literal, $text:ident, $unknown:ident) => {
        $crate::ErrorKind::$unknown { given: $text.to_owned() }
    };
}

pub(crate) use string_enum;
