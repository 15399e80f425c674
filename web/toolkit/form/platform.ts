import { Platform } from '#domain/enumerations/platform.ts';
import { phoneQuery, useMediaQuery } from '../styles/use-media-query.ts';
import { useFormContext } from './form-context.ts';

/**
 * Returns the platform of the screen (S2 §1): a caller with a signed-in applicant is online, the width tells a
 * phone from a desktop, and a desktop of a person with a window is that window's.
 */
export function usePlatform(): Platform {
  const { onlinePerson, useIsAtWindow } = useFormContext();
  const isAtWindow = (useIsAtWindow ?? never)();
  const isPhone = useMediaQuery(phoneQuery);
  if (onlinePerson !== undefined) return Platform.online;
  if (isPhone) return Platform.mobile;
  return isAtWindow ? Platform.window : Platform.pc;
}

const never = () => false;
