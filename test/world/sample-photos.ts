import sharp from 'sharp';

/**
 * A photo as a phone writes it: HEIC, 96 points by 64, turned by its header (a quarter to the right) so that it is 64 by 96, with the name
 * of a camera and a place in its EXIF. Drawn for these tests: white, its upper right red and its lower left blue when it is upright.
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

/** Returns the same photo, said by its header to be larger than it is. */
export function heicOfSize(width: number, height: number): Buffer {
  const bytes = Buffer.from(heicPhoto);
  const at = bytes.indexOf('ispe', 0, 'latin1') + 8;
  bytes.writeUInt32BE(width, at);
  bytes.writeUInt32BE(height, at + 4);
  return bytes;
}

/**
 * Returns a TIFF of so many pages, each of its own grey, turned a quarter to the right by its header; 60
 * points by 40 before it is turned.
 */
export async function tiffOf(pages: number): Promise<Buffer> {
  const [width, height] = [60, 40];
  const data = Buffer.concat(
    Array.from({ length: pages }, (_page, at) => Buffer.alloc(width * height * 3, 40 + at * 60)),
  );
  return await sharp(data, { raw: { width, height: height * pages, channels: 3, pageHeight: height } })
    .withMetadata({ orientation: 6, density: 100 })
    .tiff({ compression: 'lzw' })
    .toBuffer();
}
