/** Returns the address of one process. */
export function addressOfProcess(key: string): string {
  return `/business/processes/${encodeURIComponent(key)}`;
}

/** Returns the address where a process is written in steps. */
export function addressOfSteps(key: string): string {
  return `${addressOfProcess(key)}/steps`;
}
