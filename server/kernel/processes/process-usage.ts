import { readFileSync } from 'node:fs';

/** Resource use of another process, from the kernel; 0 if the system does not report it (only Linux does). */
const pageBytes = 4_096;
const ticksPerSecond = 100;

/** Returns the resident memory of a process in bytes. */
export function residentBytes(pid: number | undefined): number {
  return Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * pageBytes;
}

/** Returns the processor time of a process in milliseconds. */
export function cpuMs(pid: number | undefined): number {
  // The name of the program may contain anything, but is in brackets.
  const [, fields = ''] = /\) (.*)$/s.exec(read(`/proc/${pid}/stat`)) ?? [];
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return ((user + system) * 1_000) / ticksPerSecond;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
