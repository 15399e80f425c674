import type { FileKind } from './file-kind.ts';
import { extensionOf } from './file-name.ts';

/**
 * Extensions of the picture formats of phones and scanners that no upload accepts as they are; such files are
 * converted on arrival (0159).
 */
const convertedExtensions: readonly string[] = ['heic', 'heif', 'hif', 'tif', 'tiff'];

/** Extensions of other pictures, which phones also give to HEIC files. */
const pictureExtensions: readonly string[] = ['jpg', 'jpeg', 'jfif', 'png'];

/**
 * Checks whether a file is converted on arrival: HEIC and TIFF, also with the extension of another picture
 * format.
 */
export function isConvertedPicture(name: string, kind: FileKind): kind is 'heic' | 'tiff' {
  const extension = extensionOf(name);
  return (
    (kind === 'heic' || kind === 'tiff') &&
    (convertedExtensions.includes(extension) || pictureExtensions.includes(extension))
  );
}

/**
 * Returns the name under which a picture is stored: `IMG_1.HEIC` becomes `IMG_1.jpg`. All other names are
 * unchanged.
 */
export function storedPictureName(name: string): string {
  return convertedExtensions.includes(extensionOf(name)) ? withExtension(name, 'jpg') : name;
}

/** Returns the name with another extension. */
export function withExtension(name: string, ending: string): string {
  return extensionOf(name) === '' ? `${name}.${ending}` : `${name.slice(0, name.lastIndexOf('.'))}.${ending}`;
}

/**
 * Returns the extensions that a file chooser offers for these formats: with JPEG also those of files that are
 * converted to it.
 */
export function offeredExtensions(formats: readonly string[]): readonly string[] {
  return formats.includes('jpg') ? [...formats, ...convertedExtensions] : formats;
}
