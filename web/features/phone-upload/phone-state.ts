import { checkUpload, type UploadRule } from '#domain/uploads/upload-rule.ts';
import { isPhoto, jpegName } from './shrink-picture.ts';

/** The phase of the phone's page. */
export type Phase = 'opening' | 'unreached' | 'gone' | 'taken' | 'choosing' | 'sending' | 'done';

export type FileStatus = 'picked' | 'waiting' | 'sending' | 'sent' | 'failed';

/** A file that was picked on the phone. */
export interface Picked {
  key: string;
  name: string;
  blob: Blob;
  /** The photo made smaller, where that wins something. */
  small?: Blob | undefined;
  /** It is not yet known how small it gets. */
  shrinking: boolean;
  status: FileStatus;
  percent: number;
  /** Why it did not get there. */
  fault?: string | undefined;
  /** Sending it again may help. */
  again?: boolean;
}

export interface PhoneState {
  phase: Phase;
  form: string;
  field: string;
  rule: UploadRule;
  /** By this phone's own clock. */
  deadline: number;
  compress: boolean;
  files: readonly Picked[];
  /** When the sending began, and what had been sent by then. */
  began?: { at: number; bytes: number };
}

const refusesName = (rule: UploadRule, name: string) =>
  checkUpload({ name, size: 1, alreadyUploaded: 0 }, { ...rule, maxCount: 1 }) !== undefined;

/**
 * Returns the file to send: the small one where photos are to be small, or where the place does not take the
 * original.
 */
export function sentOf(file: Picked, { compress, rule }: Pick<PhoneState, 'compress' | 'rule'>) {
  const { small, blob, name } = file;
  const takesSmall =
    small !== undefined && (compress || refusesName(rule, name)) && !refusesName(rule, jpegName(name));
  return takesSmall
    ? { key: file.key, name: jpegName(name), blob: small, size: small.size }
    : { key: file.key, name, blob, size: blob.size };
}

/**
 * Returns the validation problem of each file at its place in the order, by the rule of the place (S2 §5); a
 * valid file is missing.
 */
export function problemsOf(
  state: Pick<PhoneState, 'files' | 'rule' | 'compress'>,
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  let taken = 0;
  for (const file of state.files) {
    const { name, size } = sentOf(file, state);
    const refusal = file.shrinking
      ? undefined
      : checkUpload({ name, size, alreadyUploaded: taken }, state.rule);
    if (refusal) problems.set(file.key, refusal.message ?? '');
    else taken += 1;
  }
  return problems;
}

/** The files that are sent when they are submitted now. */
export function acceptedOf(state: PhoneState): readonly Picked[] {
  const problems = problemsOf(state);
  return state.files.filter(({ key }) => !problems.has(key));
}

/** Bytes of the photos among the files, as they are and as they are sent; undefined while that is being found out. */
export function savingsOf({ files, rule }: PhoneState): { before: number; after: number } | undefined {
  const photos = files.filter(({ blob }) => isPhoto(blob));
  if (photos.length === 0 || photos.some(({ shrinking }) => shrinking)) return undefined;
  const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
  return {
    before: sum(photos.map(({ blob }) => blob.size)),
    after: sum(photos.map((file) => sentOf(file, { compress: true, rule }).size)),
  };
}

/** Returns the progress of the whole, and the time left at the pace so far. */
export function progressOf(
  state: PhoneState,
  now: number,
): { percent: number; secondsLeft: number | undefined } {
  const sizes = acceptedOf(state).map((file) => {
    const { size } = sentOf(file, state);
    return { size, sent: file.status === 'sent' ? size : (size * file.percent) / 100 };
  });
  const all = sizes.reduce((sum, { size }) => sum + size, 0);
  const sent = sizes.reduce((sum, one) => sum + one.sent, 0);
  const passed = state.began ? (now - state.began.at) / 1000 : 0;
  const pace = state.began && passed > 1 ? (sent - state.began.bytes) / passed : 0;
  return {
    percent: all > 0 ? Math.floor((sent / all) * 100) : 0,
    secondsLeft: pace > 0 ? Math.ceil((all - sent) / pace) : undefined,
  };
}

/** A camera calls every picture alike: then it is named after what it is for. */
export function nameOfPicked(name: string, field: string, number: number): string {
  const ending = /\.[^.]+$/.exec(name)?.[0] ?? '';
  return /^(image|photo|\d{8,})?\.\w+$/i.test(name) || name === ''
    ? `${field || '照片'}${number}${ending || '.jpg'}`
    : name;
}
