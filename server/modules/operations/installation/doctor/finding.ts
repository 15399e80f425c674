import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';

export type FindingState = 'ok' | 'warning' | 'fault';

/** Result of a check of the doctor; a warning or a fault also says how to fix the problem. */
export interface DoctorFinding {
  /** Name of the check for programs, such as `database` or `keys`. */
  check: string;
  state: FindingState;
  chinese: string;
  english: string;
}

/** Returns functions that create the findings of one check. */
export function findingsOf(check: string) {
  const createFinding = (state: FindingState) => (chinese: string, english: string) => ({
    check,
    state,
    chinese,
    english,
  });
  return { ok: createFinding('ok'), warning: createFinding('warning'), fault: createFinding('fault') };
}

/** Runs one check; turns an exception into a finding, so that the other checks still run. */
export async function runCheck(
  check: string,
  work: () => Promise<DoctorFinding[]> | DoctorFinding[],
): Promise<DoctorFinding[]> {
  try {
    return await work();
  } catch (error) {
    const { fault: problem } = findingsOf(check);
    if (error instanceof StartupError) return [problem(error.chinese, error.english)];
    // The check of the permissions reports which one is missing and how to grant it.
    if ((error as { code?: unknown } | null)?.code === '42501')
      return [
        problem(
          `数据库角色没有权限，这一项没有检查（${reasonOf(error)}）：缺少的权限见“缺少权限”一项。`,
          `The role of the database lacks a permission (${reasonOf(error)}): see the finding on missing permissions.`,
        ),
      ];
    return [problem(`检查时出错：${reasonOf(error)}`, `The check failed: ${reasonOf(error)}`)];
  }
}
