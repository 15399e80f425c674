import sharp from 'sharp';

/**
 * A photo as a phone writes it: HEIC of 96 × 64 pixels, rotated by its header (a quarter to the right) to 64
 * × 96, with a camera name and a location in its EXIF. Made for these tests: white, with red at the upper
 * right and blue at the lower left when it is upright.
 */
export const heicPhoto = Buffer.from(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAaFtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA',
    'ADRpbG9jAAAAAERAAAIAAQAAAAABxQABAAAAAAAAAEMAAgAAAAACCAABAAAAAAAAALYAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAA',
    'AAABAABodmMxAAAAABVpbmZlAgAAAQACAABFeGlmAAAAAA5waXRtAAAAAAABAAAA4GlwcnAAAADAaXBjbwAAAHhodmNDAQNwAAAA',
    'kAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbq',
    'SSmubgIaDAgAAAMAyAAAAwAIQGIAAQAHRAHBcrAiQAAAABNjb2xybmNseAABAA0ABoAAAAAUaXNwZQAAAAAAAABgAAAAQAAAABBw',
    'aXhpAAAAAAMICAgAAAAJaXJvdAMAAAAYaXBtYQAAAAAAAAABAAEFgQIDBIUAAAAaaXJlZgAAAAAAAAAOY2RzYwACAAEAAQAAAQFt',
    'ZGF0AAAAPygBrwngITl1X//8gj///GI3IfwKH2eef3v3ad+OB3/+tynCP/+pVRAfPWTf+9xi5Y2/IT//tKFOn4LyJ/Q9lgAAAAZF',
    'eGlmAABNTQAqAAAACAADAQ8AAgAAABQAAAAyARIAAwAAAAEABgAAiCUABAAAAAEAAABGAAAAAEJhbmppYW4gdGVzdCBjYW1lcmEA',
    'AAQAAQACAAAAAk4AAAAAAgAFAAAAAwAAAHwAAwACAAAAAkUAAAAABAAFAAAAAwAAAJQAAAAAAAAAHQAAAAEAAAAkAAAAAQAAAAAA',
    'AAABAAAAdwAAAAEAAAACAAAAAQAAAAAAAAAB',
  ].join(''),
  'base64',
);

/** Returns the same photo with a header that claims another size. */
export function heicOfSize(width: number, height: number): Buffer {
  const bytes = Buffer.from(heicPhoto);
  const at = bytes.indexOf('ispe', 0, 'latin1') + 8;
  bytes.writeUInt32BE(width, at);
  bytes.writeUInt32BE(height, at + 4);
  return bytes;
}

/**
 * Returns a TIFF with this number of pages, each in a different grey, rotated a quarter to the right by its
 * header; 60 × 40 pixels before the rotation.
 */
export async function tiffOf(pages: number): Promise<Buffer> {
  const [width, height] = [60, 40];
  const data = Buffer.concat(
    Array.from({ length: pages }, (_page, index) => Buffer.alloc(width * height * 3, 40 + index * 60)),
  );
  return await sharp(data, { raw: { width, height: height * pages, channels: 3, pageHeight: height } })
    .withMetadata({ orientation: 6, density: 100 })
    .tiff({ compression: 'lzw' })
    .toBuffer();
}
