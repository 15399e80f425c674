import { z } from 'zod';
import { AttachedFile } from './panels.ts';

/** Notifications about an order to people without a task: readers of copies, and people who were urged. */

const instant = z.iso.datetime();

/** One urge, with its text, its reason and its files (S1 §3 workorderRemindInputVo). */
export const UrgeDetails = z.object({
  title: z.string(),
  content: z.string(),
  reason: z.string(),
  fileList: z.array(AttachedFile),
  handlerName: z.string(),
  handlerOrgName: z.string(),
  createdAt: instant,
});

/** The newest copy that this person received. */
export const OwnCopy = z.object({
  traceId: z.string(),
  handlerName: z.string(),
  handlerOrgName: z.string(),
  note: z.string(),
  createdAt: instant,
  read: z.boolean(),
  /** True if the person may leave a reading note. */
  mayNote: z.boolean(),
});
