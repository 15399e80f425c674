import { Button } from 'antd';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { formLimits } from '#domain/forms/limits.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import type { FrameForm } from './frame-form.ts';
import { frameSilentText } from './frame-link.ts';
import styles from './third-party-form.module.css';

/**
 * A form in the frame of a third party (S1 §2 formType 2). The page runs its own scripts under its own origin and may
 * neither lead this window elsewhere, open others, nor know from which address it was opened.
 */
export function ThirdPartyForm({ name, frame }: { name: string; frame: FrameForm }) {
  const [round, setRound] = useState(0);
  const { phase, height } = useSyncExternalStore(frame.subscribe, frame.state);
  const refused = useRefusal(frame);
  const element = useRef<HTMLIFrameElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round has a frame of its own.
  useEffect(() => {
    const shown = element.current;
    if (shown === null) return;
    const leave = frame.attach(shown);
    // The page is asked for only now, so that its first word is not missed.
    shown.src = frame.url;
    const timer = setTimeout(() => frame.giveUp(), formLimits.frameWaitMilliseconds);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [frame, round]);

  if (refused !== undefined) return <EmptyState compact title="该表单暂时无法显示" hint={refused} />;
  return (
    <section className={styles.frame} aria-label={name} aria-busy={phase === 'loading'}>
      <p className={styles.source}>本表单由 {new URL(frame.url).host} 提供</p>
      {phase === 'silent' && (
        <div role="alert" className={styles.silent}>
          <EmptyState
            compact
            title={frameSilentText}
            hint="提供该表单的系统没有响应，本页面其他内容不受影响。"
            action={<Button onClick={() => setRound(round + 1)}>重新加载</Button>}
          />
        </div>
      )}
      <iframe
        key={round}
        ref={element}
        title={name}
        className={styles.page}
        data-phase={phase}
        style={{ height }}
        sandbox="allow-scripts allow-forms allow-same-origin"
        referrerPolicy="no-referrer"
        allow=""
      />
    </section>
  );
}

/** Why the page may not be shown at all: from our own origin it could leave its sandbox; another must be allowed. */
function useRefusal(frame: FrameForm): string | undefined {
  const [blocked, setBlocked] = useState(false);
  useEffect(() => {
    const hear = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && blockedURI.startsWith(frame.origin)) setBlocked(true);
    };
    document.addEventListener('securitypolicyviolation', hear);
    return () => document.removeEventListener('securitypolicyviolation', hear);
  }, [frame.origin]);
  if (frame.origin === window.location.origin) return '表单页面不能与本系统同源，请联系配置管理员。';
  return blocked ? '表单的来源未被允许，请联系系统管理员。' : undefined;
}
