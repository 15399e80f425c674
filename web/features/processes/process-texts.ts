/** Returns the address of one process. */
export function addressOfProcess(key: string): string {
  return `/business/processes/${encodeURIComponent(key)}`;
}

/** Returns the address for editing a process in steps. */
export function addressOfSteps(key: string): string {
  return `${addressOfProcess(key)}/steps`;
}
