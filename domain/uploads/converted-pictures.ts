import type { FileKind } from './file-kind.ts';
import { extensionOf } from './file-name.ts';

/** Names of the pictures that phones and scanners write and no place takes; they are converted when they arrive (0159). */
const convertedExtensions: readonly string[] = ['heic', 'heif', 'hif', 'tif', 'tiff'];

/** Names of pictures that phones also give to a HEIC. */
const pictureExtensions: readonly string[] = ['jpg', 'jpeg', 'jfif', 'png'];

/** Checks whether a file is converted when it arrives: HEIC and TIFF, also under the name of another picture. */
export function convertsPicture(name: string, kind: FileKind): kind is 'heic' | 'tiff' {
  const extension = extensionOf(name);
  return (
    (kind === 'heic' || kind === 'tiff') &&
    (convertedExtensions.includes(extension) || pictureExtensions.includes(extension))
  );
}

/** Returns the name under which a picture is stored: `IMG_1.HEIC` becomes `IMG_1.jpg`. All other names stay. */
export function storedPictureName(name: string): string {
  return convertedExtensions.includes(extensionOf(name)) ? withEnding(name, 'jpg') : name;
}

/** Returns the name with this ending in place of its own. */
export function withEnding(name: string, ending: string): string {
  return extensionOf(name) === '' ? `${name}.${ending}` : `${name.slice(0, name.lastIndexOf('.'))}.${ending}`;
}

/** Returns the endings that a chooser of files offers for these formats: where JPEG is taken, so is what becomes one. */
export function offeredExtensions(formats: readonly string[]): readonly string[] {
  return formats.includes('jpg') ? [...formats, ...convertedExtensions] : formats;
}
