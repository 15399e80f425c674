import { originOf } from '../interfaces/origin.ts';
import { formLimits } from './limits.ts';

/**
 * A form that a third party displays in a frame (S1 §2 formType 2). Its fields are declared like those of any
 * form.
 */
export interface FormFrame {
  /** Address of the page. */
  url: string;
  /** Height in pixels until the page reports its own. */
  height?: number;
}

/** Returns every problem of the frame of a form model. */
export function problemsOfFrame(frame: unknown): string[] {
  if (frame === undefined) return [];
  if (typeof frame !== 'object' || frame === null) return ['第三方表单应有地址'];
  const { url, height } = frame as Partial<Record<keyof FormFrame, unknown>>;
  const isHeightValid =
    height === undefined ||
    (Number.isInteger(height) &&
      Number(height) >= formLimits.minFrameHeight &&
      Number(height) <= formLimits.maxFrameHeight);
  return [
    ...(typeof url === 'string' && originOf(url) !== undefined
      ? []
      : ['第三方表单的地址应为 http 或 https 地址']),
    ...(isHeightValid
      ? []
      : [`高度应为 ${formLimits.minFrameHeight} 到 ${formLimits.maxFrameHeight} 的整数`]),
  ];
}
