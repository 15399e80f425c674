import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '#contract/endpoint.ts';

const folder = join(import.meta.dirname, '..', '..', 'contract');

/** Returns every call that any file of the contract declares. */
export async function readContract(): Promise<Endpoint[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
  const modules = await Promise.all(
    files.map((name) => import(join(folder, name)) as Promise<Record<string, unknown>>),
  );
  return modules.flatMap((module) =>
    Object.values(module).flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value).filter(isEndpoint) : [],
    ),
  );
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'output' in value
  );
}

export const nameOf = (endpoint: Pick<Endpoint, 'method' | 'path'>) => `${endpoint.method} ${endpoint.path}`;
