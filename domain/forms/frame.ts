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

/**
 * Address with scheme, host and port; without an account, which would be a secret in an address, and without
 * a fragment, which belongs to the page.
 */
const address =
  /^(https?):\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::(\d{1,5}))?(?:[/?][^\s#]*)?$/i;

const standardPort: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Returns the origin of a frame's page, as browsers write it; undefined if the text is no valid address. */
export function originOf(url: string): string | undefined {
  const [, scheme = '', host = '', port] = address.exec(url) ?? [];
  if (scheme === '') return undefined;
  const schemeName = scheme.toLowerCase();
  const portText = port === undefined || port === standardPort[schemeName] ? '' : `:${Number(port)}`;
  return `${schemeName}://${host.toLowerCase()}${portText}`;
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
