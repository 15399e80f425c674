import { checkUpload, type UploadRule } from '#domain/uploads/upload-rule.ts';
import { isPhoto, jpegName } from './compress-photo.ts';

/** The step of the phone's page. */
export type PhoneStep =
  | 'opening'
  | 'unreachable'
  | 'expired'
  | 'alreadyUsed'
  | 'choosing'
  | 'sending'
  | 'done';

export type FileStatus = 'picked' | 'waiting' | 'sending' | 'sent' | 'failed';

/** A file that was picked on the phone. */
export interface PickedFile {
  key: string;
  name: string;
  blob: Blob;
  /** The smaller version of the photo, if it saves enough. */
  small?: Blob | undefined;
  /** True while its smaller version is being made. */
  isCompressing: boolean;
  status: FileStatus;
  percent: number;
  /** Reason why the upload failed. */
  problem?: string | undefined;
  /** True if sending it again may help. */
  retriable?: boolean;
}

export interface PhoneState {
  step: PhoneStep;
  form: string;
  field: string;
  rule: UploadRule;
  /** End of the code's validity, by the clock of this phone. */
  deadline: number;
  compressesPhotos: boolean;
  files: readonly PickedFile[];
  /** Time when sending began, and the bytes that had been sent before. */
  sendingStart?: { at: number; bytes: number };
}

const refusesName = (rule: UploadRule, name: string) =>
  checkUpload({ name, size: 1, alreadyUploaded: 0 }, { ...rule, maxCount: 1 }) !== undefined;

/**
 * Returns the file to send: the small version if photos are to be made smaller, or if the original is not
 * accepted.
 */
export function fileToSend(
  file: PickedFile,
  { compressesPhotos, rule }: Pick<PhoneState, 'compressesPhotos' | 'rule'>,
) {
  const { small, blob, name } = file;
  const usesSmall =
    small !== undefined &&
    (compressesPhotos || refusesName(rule, name)) &&
    !refusesName(rule, jpegName(name));
  return usesSmall
    ? { key: file.key, name: jpegName(name), blob: small, size: small.size }
    : { key: file.key, name, blob, size: blob.size };
}

/**
 * Returns the validation problem of each file by its key, according to the rule of the form field (S2 §5); valid
 * files are missing.
 */
export function problemsOf(
  state: Pick<PhoneState, 'files' | 'rule' | 'compressesPhotos'>,
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  let acceptedCount = 0;
  for (const file of state.files) {
    const { name, size } = fileToSend(file, state);
    const refusal = file.isCompressing
      ? undefined
      : checkUpload({ name, size, alreadyUploaded: acceptedCount }, state.rule);
    if (refusal) problems.set(file.key, refusal.message ?? '');
    else acceptedCount += 1;
  }
  return problems;
}

/** Returns the files that would be sent if submitted now. */
export function acceptedFiles(state: PhoneState): readonly PickedFile[] {
  const problems = problemsOf(state);
  return state.files.filter(({ key }) => !problems.has(key));
}

/** Returns the bytes of the photos before and after shrinking; undefined while they are being computed. */
export function compressionSavings({
  files,
  rule,
}: PhoneState): { before: number; after: number } | undefined {
  const photos = files.filter(({ blob }) => isPhoto(blob));
  if (photos.length === 0 || photos.some(({ isCompressing }) => isCompressing)) return undefined;
  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
  return {
    before: sum(photos.map(({ blob }) => blob.size)),
    after: sum(photos.map((file) => fileToSend(file, { compressesPhotos: true, rule }).size)),
  };
}

/** Returns the total progress, and the remaining time at the current speed. */
export function progressOf(
  state: PhoneState,
  now: number,
): { percent: number; secondsLeft: number | undefined } {
  const sizes = acceptedFiles(state).map((file) => {
    const { size } = fileToSend(file, state);
    return { size, sent: file.status === 'sent' ? size : (size * file.percent) / 100 };
  });
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const sent = sizes.reduce((sum, entry) => sum + entry.sent, 0);
  const elapsedSeconds = state.sendingStart ? (now - state.sendingStart.at) / 1000 : 0;
  const bytesPerSecond =
    state.sendingStart && elapsedSeconds > 1 ? (sent - state.sendingStart.bytes) / elapsedSeconds : 0;
  return {
    percent: total > 0 ? Math.floor((sent / total) * 100) : 0,
    secondsLeft: bytesPerSecond > 0 ? Math.ceil((total - sent) / bytesPerSecond) : undefined,
  };
}

/** Returns the name of a picked file: cameras give every picture the same name, so it is named after its purpose. */
export function nameOfPicked(name: string, field: string, number: number): string {
  const extension = /\.[^.]+$/.exec(name)?.[0] ?? '';
  return /^(image|photo|\d{8,})?\.\w+$/i.test(name) || name === ''
    ? `${field || '照片'}${number}${extension || '.jpg'}`
    : name;
}
