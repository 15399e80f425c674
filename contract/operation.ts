import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** How the portal itself is run: the system administrator's (docs/decisions/0167). */

export const Operation = z.object({
  /** What the database was marked as at its first start. */
  mode: z.enum(['demo', 'production']),
  markedAt: z.iso.datetime(),
  versions: z.object({
    portal: z.string(),
    node: z.string(),
    postgres: z.string(),
    /** The last migration that the database has. */
    schema: z.string(),
  }),
  /** This process of perhaps several. */
  process: z.object({ id: z.string(), startedAt: z.iso.datetime() }),
  /** The keys that the database needs, by which they are known without being told. */
  keys: z.array(z.object({ name: z.string(), fingerprint: z.string() })),
  /** Where files rest. */
  files: z.enum(['disk', 's3']),
  /** Outside systems: connected, played by the built-in twin, or not there. */
  systems: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      connection: z.enum(['real', 'twin', 'none']),
      provider: z.string(),
      /** By which an operator connects it. */
      setting: z.string(),
    }),
  ),
});
export type Operation = z.output<typeof Operation>;

export const operation = {
  show: endpoint({
    method: 'GET',
    path: '/api/administration/operation',
    summary: '系统运行情况',
    output: Operation,
  }),
};
