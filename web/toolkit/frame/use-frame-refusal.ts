import { useEffect, useState } from 'react';

/**
 * Returns the reason why a page may not be shown in a frame: from our own origin it could leave its sandbox;
 * another origin must be allowed by the content policy.
 */
export function useFrameRefusal(origin: string): 'own-origin' | 'not-allowed' | undefined {
  const [isBlocked, setIsBlocked] = useState(false);
  useEffect(() => {
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) setIsBlocked(true);
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => document.removeEventListener('securitypolicyviolation', onViolation);
  }, [origin]);
  if (origin === window.location.origin) return 'own-origin';
  return isBlocked ? 'not-allowed' : undefined;
}

/**
 * Rights of another system's page in its frame: no pop-ups, no navigation of this window, no device, no
 * referrer.
 */
export const frameRules = {
  sandbox: 'allow-scripts allow-forms allow-same-origin',
  referrerPolicy: 'no-referrer',
  allow: '',
} as const;
