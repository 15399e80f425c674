import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Settings of the page frame; loaded when needed, not at the start. */

export const ThirdApp = z.object({
  code: z.string(),
  title: z.string(),
  /** Address of its page, which has another origin than the portal. */
  url: z.string(),
});
export type ThirdApp = z.output<typeof ThirdApp>;

export const ShellSettings = z.object({
  /** Origins whose pages may embed the portal; only they receive its messages. */
  embedOrigins: z.array(z.string()),
  /** Origins outside the portal to which a return link may lead. */
  linkOrigins: z.array(z.string()),
  /** The item that `/petition` starts; null if the office has configured none. */
  petitionItem: z.string().nullable(),
  /** If no item is configured: whether this person can configure one, and the people who can. */
  petitionUnset: z.object({ isMine: z.boolean(), doers: z.array(z.string()) }).nullable(),
  /** The public address of the portal; null if it is not configured. */
  portalOrigin: z.string().nullable(),
  /** Pages of other systems that are in the person's menu. */
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
