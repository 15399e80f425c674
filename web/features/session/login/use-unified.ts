import { useEffect, useRef, useState } from 'react';
import type { SecondFactorChallenge } from '#contract/session.ts';
import type { Welcome } from '#contract/welcome.ts';

/** Address fragment that shows the portal's own form, even if the unified login comes first. */
const byAccount = '#account';

/**
 * Runs the unified login (S0 §2): goes to the provider on a press, or at once if it comes first, and logs in
 * when the provider sends the browser back. Its code is loaded when needed.
 */
export function useUnified(props: {
  signOn: Welcome['signOn'];
  returnTarget: string;
  onSignedIn: (target: string) => void;
  onHalf: (half: SecondFactorChallenge) => void;
  onRefused: (cause: unknown) => void;
}) {
  const [answer] = useState(() => location.search.slice(1));
  const isBack = new URLSearchParams(answer).has('state');
  const [state, setState] = useState<'going' | 'coming' | undefined>(isBack ? 'coming' : undefined);
  const target = useRef(props.returnTarget);
  const begun = useRef(false);

  const refuse = (cause: unknown) => {
    setState(undefined);
    props.onRefused(cause);
  };

  const go = () => {
    setState('going');
    import('./unified.ts').then((unified) => unified.leaveForSignOn(target.current)).catch(refuse);
  };

  const finish = async () => {
    const { finishSignOn, targetOfSignOn: targetOfWay } = await import('./unified.ts');
    target.current = targetOfWay() ?? target.current;
    // The provider's answer can be used once; a reload would send it again if it stayed in the address.
    const targetQuery = target.current === '/' ? '' : `?r=${encodeURIComponent(target.current)}`;
    history.replaceState(null, '', `/login${targetQuery}${byAccount}`);
    const finished = await finishSignOn(answer);
    target.current = finished.target;
    setState(undefined);
    if (finished.half) props.onHalf(finished.half);
    else props.onSignedIn(finished.target);
  };

  const isFirst = props.signOn?.isFirst === true && location.hash !== byAccount;
  useEffect(() => {
    if (begun.current || !(isBack || isFirst)) return;
    begun.current = true;
    if (isBack) void finish().catch(refuse);
    else go();
  });

  useEffect(() => {
    // The back button of the provider's page restores this page as it was left.
    const back = (event: PageTransitionEvent) => event.persisted && setState(undefined);
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  return { state, go, target } as const;
}

export type Unified = ReturnType<typeof useUnified>;
