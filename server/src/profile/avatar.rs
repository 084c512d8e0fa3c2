//! Profile pictures. An upload is decoded and encoded again, so that only its pixels are stored.

use std::io::Cursor;
use std::sync::LazyLock;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use image::codecs::jpeg::JpegEncoder;
use image::{
    DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits, imageops,
};
use poem::http::{HeaderValue, StatusCode, header};
use poem::{IntoResponse, Response};
use poem_openapi::registry::{MetaResponses, MetaSchema, Registry};
use poem_openapi::types::multipart::Upload;
use poem_openapi::{ApiResponse, Multipart};
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::clock::Timestamp;
use crate::db::Db;
use crate::http::error::{ApiError, Result};
use crate::http::openapi;
use crate::session::extractors::Me;

/// Maximum size of an uploaded picture.
const MAX_UPLOAD_BYTES: usize = 5 * 1024 * 1024;
/// Maximum side length of an uploaded picture.
const MAX_UPLOAD_SIDE_PIXELS: u32 = 8_000;
/// Memory limit for decoding: a small file can decode to a very large picture.
const MAX_DECODE_BYTES: u64 = 256 * 1024 * 1024;
/// Maximum side length of a served picture.
const AVATAR_SIDE_PIXELS: u32 = 512;
const JPEG_QUALITY: u8 = 88;

/// Decoding takes memory and a core, so pictures are decoded one at a time.
static DECODE_PERMIT: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(1));

#[derive(Multipart)]
pub struct AvatarForm {
    /// PNG, JPEG, GIF or WebP, at most 5 MB.
    file: Upload,
}

pub async fn replace(db: &Db, me: Me, form: AvatarForm, now: Timestamp) -> Result<()> {
    let unreadable = |error: &dyn std::fmt::Display| {
        ApiError::unreadable(format!("The file could not be read: {error}"))
    };
    let bytes = form
        .file
        .into_vec()
        .await
        .map_err(|error| unreadable(&error))?;
    if bytes.len() > MAX_UPLOAD_BYTES {
        return Err(ApiError::rule(
            "file",
            "too_large",
            "A picture may have at most 5 MB",
        ));
    }
    let turn = DECODE_PERMIT
        .acquire()
        .await
        .map_err(|error| ApiError::internal(&error))?;
    let small = tokio::task::spawn_blocking(move || shrink(&bytes))
        .await
        .map_err(|error| ApiError::internal(&error))??;
    drop(turn);

    let tag = BASE64_URL_SAFE_NO_PAD.encode(&Sha256::digest(&small.bytes)[..9]);
    let url = format!("/api/profile/{}/avatar?v={tag}", me.id);
    let mut tx = db.begin().await?;
    tx.query(
        "INSERT INTO avatars (user_id, tag, media_type, updated_at, bytes) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (user_id) DO UPDATE SET tag = excluded.tag, media_type = excluded.media_type,
             updated_at = excluded.updated_at, bytes = excluded.bytes",
    )
    .bind(me.id)
    .bind(tag)
    .bind(small.media_type)
    .bind(now)
    .bind(small.bytes)
    .execute()
    .await?;
    tx.query("UPDATE users SET avatar_url = $2 WHERE id = $1")
        .bind(me.id)
        .bind(url)
        .execute()
        .await?;
    tx.commit().await?;
    Ok(())
}

struct Small {
    media_type: &'static str,
    bytes: Vec<u8>,
}

/// The picture as served: at most 512 pixels per side, upright, without metadata.
fn shrink(bytes: &[u8]) -> Result<Small> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_UPLOAD_SIDE_PIXELS);
    limits.max_image_height = Some(MAX_UPLOAD_SIDE_PIXELS);
    limits.max_alloc = Some(MAX_DECODE_BYTES);
    // The format is detected from the first bytes, not from the name.
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|error| refused(&error.into()))?;
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| refused(&error))?;
    let orientation = decoder.orientation().map_err(|error| refused(&error))?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| refused(&error))?;
    picture.apply_orientation(orientation);
    if picture.width() > AVATAR_SIDE_PIXELS || picture.height() > AVATAR_SIDE_PIXELS {
        picture = picture.resize(
            AVATAR_SIDE_PIXELS,
            AVATAR_SIDE_PIXELS,
            imageops::FilterType::CatmullRom,
        );
    }

    let mut small = Vec::new();
    let (media_type, written) = if picture.color().has_alpha() {
        (
            "image/png",
            picture
                .to_rgba8()
                .write_to(&mut Cursor::new(&mut small), ImageFormat::Png),
        )
    } else {
        let encoder = JpegEncoder::new_with_quality(&mut small, JPEG_QUALITY);
        ("image/jpeg", picture.to_rgb8().write_with_encoder(encoder))
    };
    written.map_err(|error| ApiError::internal(&error))?;
    Ok(Small {
        media_type,
        bytes: small,
    })
}

/// Why a file is rejected, in words for its owner.
fn refused(error: &ImageError) -> ApiError {
    if let ImageError::Limits(_) = error {
        let message = format!("A picture may have at most {MAX_UPLOAD_SIDE_PIXELS} pixels a side");
        return ApiError::rule("file", "too_large", message);
    }
    let message = "This is no picture that can be read. Use a PNG, JPEG, GIF or WebP file";
    ApiError::rule("file", "not_an_image", message)
}

pub async fn remove(db: &Db, me: Me) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.query("DELETE FROM avatars WHERE user_id = $1")
        .bind(me.id)
        .execute()
        .await?;
    tx.query("UPDATE users SET avatar_url = NULL WHERE id = $1")
        .bind(me.id)
        .execute()
        .await?;
    tx.commit().await?;
    Ok(())
}

pub async fn get(db: &Db, user: Uuid) -> Result<Picture> {
    let found = db
        .read("SELECT tag, media_type, bytes FROM avatars WHERE user_id = $1")
        .bind(user)
        .optional::<(String, String, Vec<u8>)>()
        .await?;
    let (tag, media_type, bytes) = found.ok_or_else(|| ApiError::not_found("Picture"))?;
    Ok(Picture {
        tag,
        media_type,
        bytes,
    })
}

/// A picture as a response, with headers that let a browser display it and nothing else.
pub struct Picture {
    tag: String,
    media_type: String,
    bytes: Vec<u8>,
}

impl IntoResponse for Picture {
    fn into_response(self) -> Response {
        let etag = HeaderValue::from_str(&format!("\"{}\"", self.tag));
        let mut response = Response::builder()
            .status(StatusCode::OK)
            .content_type(&self.media_type)
            .body(self.bytes);
        let headers = response.headers_mut();
        if let Ok(etag) = etag {
            headers.insert(header::ETAG, etag);
        }
        // The URL changes with the picture.
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static("public, max-age=31536000, immutable"),
        );
        headers.insert(
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        );
        headers.insert(
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("inline"),
        );
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"),
        );
        response
    }
}

impl ApiResponse for Picture {
    fn meta() -> MetaResponses {
        let schema = MetaSchema::new_with_format("string", "binary");
        let media_types = ["image/png", "image/jpeg"];
        openapi::file("The picture.", media_types, &schema, vec![])
    }

    fn register(_: &mut Registry) {}
}
