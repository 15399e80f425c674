import { type Refusal, refuse } from '#domain/refusals/refusals.ts';

/** Limits the number of concurrent uploads; further ones are refused at once instead of waiting. */
export interface UploadLimiter {
  /** Returns the function to call when the upload is over, or the reason why it may not begin. */
  acquire(staffId: string): (() => void) | Refusal<'tooManyRequests' | 'busy'>;
}

/**
 * Creates the limiter of uploads. Each upload needs disk space and a child process of the inspector, so both a
 * person and the server process have limits.
 */
export function createUploadLimiter({ perPerson = 3, perProcess = 12 } = {}): UploadLimiter {
  const byPerson = new Map<string, number>();
  let total = 0;
  return {
    acquire(staffId) {
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
