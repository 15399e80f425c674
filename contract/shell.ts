import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Settings of the frame around the screens; asked for where they are needed, never at the start. */

export const ThirdApp = z.object({
  code: z.string(),
  title: z.string(),
  /** Of its page; its origin is another than the portal's. */
  url: z.string(),
});
export type ThirdApp = z.output<typeof ThirdApp>;

export const ShellSettings = z.object({
  /** Origins whose pages may show the portal in a frame; only they receive its messages. */
  embedOrigins: z.array(z.string()),
  /** Origins outside the portal that a way back may lead to. */
  linkOrigins: z.array(z.string()),
  /** The item that `/petition` starts; null where the office has named none. */
  petitionItem: z.string().nullable(),
  /**
   * Without a named item: true where this person runs the portal and so can have it named, and the people to
   * ask.
   */
  petitionUnset: z.object({ isMine: z.boolean(), doers: z.array(z.string()) }).nullable(),
  /** The address by which people reach the portal; null where no setting says it. */
  portalOrigin: z.string().nullable(),
  /** Pages of other systems that the person's menu leads to. */
  thirdApps: z.array(ThirdApp),
});
export type ShellSettings = z.output<typeof ShellSettings>;

export const shell = {
  settings: endpoint({
    method: 'GET',
    reads: [],
    path: '/api/shell/settings',
    summary: '门户框架设置',
    output: ShellSettings,
  }),
};
