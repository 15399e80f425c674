import { type Refusal, refuse } from '#domain/refusals/refusals.ts';

/** Limits the number of concurrent uploads; further ones are refused at once instead of waiting. */
export interface UploadGate {
  /** Returns the function to call when the upload is over, or the reason why it may not begin. */
  enter(staffId: string): (() => void) | Refusal<'tooManyRequests' | 'busy'>;
}

/**
 * Each upload needs disk space and a child process of the inspector, so both a person and the process have
 * limits.
 */
export function createUploadGate({ perPerson = 3, perProcess = 12 } = {}): UploadGate {
  const byPerson = new Map<string, number>();
  let total = 0;
  return {
    enter(staffId) {
      const ownCount = byPerson.get(staffId) ?? 0;
      if (ownCount >= perPerson) {
        return refuse('tooManyRequests', { message: '您有多个文件正在上传，请待完成后再上传' });
      }
      if (total >= perProcess) return refuse('busy', { message: '同时上传的人较多，请稍后再上传' });
      total += 1;
      byPerson.set(staffId, ownCount + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        total -= 1;
        const remaining = (byPerson.get(staffId) ?? 1) - 1;
        if (remaining > 0) byPerson.set(staffId, remaining);
        else byPerson.delete(staffId);
      };
    },
  };
}
