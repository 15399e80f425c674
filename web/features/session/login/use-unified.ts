import { useEffect, useRef, useState } from 'react';
import type { SecondFactorChallenge } from '#contract/session.ts';
import type { Welcome } from '#contract/welcome.ts';

/** Address fragment that shows the portal's own form, even if the unified login is configured as the first. */
const accountFragment = '#account';

/**
 * Runs the unified login (S0 §2): opens the provider on a press, or at once if it is configured as the first
 * login, and logs in when the provider sends the browser back. Its code is loaded when needed.
 */
export function useUnified(props: {
  signOn: Welcome['signOn'];
  returnTarget: string;
  onSignedIn: (target: string) => void;
  onSecondStep: (half: SecondFactorChallenge) => void;
  onRefused: (cause: unknown) => void;
}) {
  const [answer] = useState(() => location.search.slice(1));
  const hasReturned = new URLSearchParams(answer).has('state');
  const [state, setState] = useState<'leaving' | 'returning' | undefined>(
    hasReturned ? 'returning' : undefined,
  );
  const target = useRef(props.returnTarget);
  const hasStarted = useRef(false);

  const reportFailure = (cause: unknown) => {
    setState(undefined);
    props.onRefused(cause);
  };

  const openProvider = () => {
    setState('leaving');
    import('./unified.ts').then((unified) => unified.leaveForSignOn(target.current)).catch(reportFailure);
  };

  const finish = async () => {
    const { finishSignOn, targetOfSignOn: readTarget } = await import('./unified.ts');
    target.current = readTarget() ?? target.current;
    // The provider's answer can be used once; a reload would send it again if it stayed in the address.
    const targetQuery = target.current === '/' ? '' : `?r=${encodeURIComponent(target.current)}`;
    history.replaceState(null, '', `/login${targetQuery}${accountFragment}`);
    const result = await finishSignOn(answer);
    target.current = result.target;
    setState(undefined);
    if (result.challenge) props.onSecondStep(result.challenge);
    else props.onSignedIn(result.target);
  };

  const isFirst = props.signOn?.isFirst === true && location.hash !== accountFragment;
  useEffect(() => {
    if (hasStarted.current || !(hasReturned || isFirst)) return;
    hasStarted.current = true;
    if (hasReturned) void finish().catch(reportFailure);
    else openProvider();
  });

  useEffect(() => {
    // The back button of the provider's page restores this page as it was left.
    const clearState = (event: PageTransitionEvent) => event.persisted && setState(undefined);
    addEventListener('pageshow', clearState);
    return () => removeEventListener('pageshow', clearState);
  }, []);

  return { state, openProvider, target } as const;
}

export type UnifiedLogin = ReturnType<typeof useUnified>;
