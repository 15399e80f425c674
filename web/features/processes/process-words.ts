/** Where one process stands. */
export function addressOfProcess(key: string): string {
  return `/business/processes/${encodeURIComponent(key)}`;
}

/** Where a process is written in steps. */
export function addressOfSteps(key: string): string {
  return `${addressOfProcess(key)}/steps`;
}
