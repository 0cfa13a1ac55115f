/** HMAC-SHA1 of a text, base64. The browser's own is kept from pages without TLS, on which offices still run. */
export function hmacSha1(key: string, text: string): string {
  const encoder = new TextEncoder();
  const given = encoder.encode(key);
  const block = new Uint8Array(64);
  block.set(given.length > 64 ? sha1(given) : given);
  const inner = sha1(
    join(
      block.map((byte) => byte ^ 0x36),
      encoder.encode(text),
    ),
  );
  const outer = sha1(
    join(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
  return btoa(String.fromCharCode(...outer));
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

const rotate = (word: number, by: number) => (word << by) | (word >>> (32 - by));

/** FIPS 180-4, 6.1. */
function sha1(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(((message.length + 8) >> 6) * 64 + 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, message.length * 8);
  let h0 = 0x67452301;
  let h1 = 0xefcdab89;
  let h2 = 0x98badcfe;
  let h3 = 0x10325476;
  let h4 = 0xc3d2e1f0;
  const w = new Int32Array(80);
  for (let at = 0; at < padded.length; at += 64) {
    for (let t = 0; t < 16; t++) w[t] = view.getInt32(at + t * 4);
    for (let t = 16; t < 80; t++) {
      w[t] = rotate((w[t - 3] ?? 0) ^ (w[t - 8] ?? 0) ^ (w[t - 14] ?? 0) ^ (w[t - 16] ?? 0), 1);
    }
    let [a, b, c, d, e]: [number, number, number, number, number] = [h0, h1, h2, h3, h4];
    for (let t = 0; t < 80; t++) {
      const [f, k]: readonly [number, number] =
        t < 20
          ? [(b & c) | (~b & d), 0x5a827999]
          : t < 40
            ? [b ^ c ^ d, 0x6ed9eba1]
            : t < 60
              ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
              : [b ^ c ^ d, 0xca62c1d6];
      [a, b, c, d, e] = [(rotate(a, 5) + f + e + k + (w[t] ?? 0)) | 0, a, rotate(b, 30), c, d];
    }
    h0 = (h0 + a) | 0;
    h1 = (h1 + b) | 0;
    h2 = (h2 + c) | 0;
    h3 = (h3 + d) | 0;
    h4 = (h4 + e) | 0;
  }
  const digest = new Uint8Array(20);
  const out = new DataView(digest.buffer);
  for (const [index, word] of [h0, h1, h2, h3, h4].entries()) out.setInt32(index * 4, word);
  return digest;
}
