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
  let all = 0;
  return {
    enter(staffId) {
      const mine = byPerson.get(staffId) ?? 0;
      if (mine >= perPerson) {
        return refuse('tooManyRequests', { message: '您有多个文件正在上传，请待完成后再上传' });
      }
      if (all >= perProcess) return refuse('busy', { message: '同时上传的人较多，请稍后再上传' });
      all += 1;
      byPerson.set(staffId, mine + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        all -= 1;
        const left = (byPerson.get(staffId) ?? 1) - 1;
        if (left > 0) byPerson.set(staffId, left);
        else byPerson.delete(staffId);
      };
    },
  };
}
