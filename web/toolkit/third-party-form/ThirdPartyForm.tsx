import { Button } from 'antd';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { formLimits } from '#domain/forms/limits.ts';
import { EmptyState } from '../feedback/EmptyState.tsx';
import frameStyles from '../frame/frame.module.css';
import { frameRules, useFrameRefusal } from '../frame/use-frame-refusal.ts';
import type { FrameForm } from './frame-form.ts';
import { frameSilentText } from './frame-link.ts';
import styles from './third-party-form.module.css';

/**
 * Shows a form in the frame of a third party (S1 §2 formType 2). The page runs its own scripts under its own
 * origin and may neither navigate this window, open others, nor learn the address from which it was opened.
 */
export function ThirdPartyForm({ name, frame }: { name: string; frame: FrameForm }) {
  const [attempt, setAttempt] = useState(0);
  const { loadState, height } = useSyncExternalStore(frame.subscribe, frame.state);
  const refusal = refusalText(useFrameRefusal(frame.origin));
  const element = useRef<HTMLIFrameElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt has its own frame
  useEffect(() => {
    const iframe = element.current;
    if (iframe === null) return;
    const detach = frame.attach(iframe);
    // The page is loaded only now, so that its first message is not missed.
    iframe.src = frame.url;
    const timer = setTimeout(() => frame.markSilent(), formLimits.frameWaitMilliseconds);
    return () => {
      clearTimeout(timer);
      detach();
    };
  }, [frame, attempt]);

  if (refusal !== undefined) return <EmptyState compact title="该表单暂时无法显示" hint={refusal} />;
  return (
    <section className={styles.frame} aria-label={name} aria-busy={loadState === 'loading'}>
      <p className={frameStyles.source}>本表单由 {new URL(frame.url).host} 提供</p>
      {loadState === 'silent' && (
        <div role="alert" className={styles.silent}>
          <EmptyState
            compact
            title={frameSilentText}
            hint="提供该表单的系统没有响应，本页面其他内容不受影响。"
            action={<Button onClick={() => setAttempt(attempt + 1)}>重新加载</Button>}
          />
        </div>
      )}
      <iframe
        key={attempt}
        ref={element}
        title={name}
        className={frameStyles.page}
        data-phase={loadState}
        style={{ height }}
        {...frameRules}
      />
    </section>
  );
}

function refusalText(reason: ReturnType<typeof useFrameRefusal>): string | undefined {
  if (reason === 'own-origin') return '表单页面不能与本系统同源，请联系配置管理员。';
  return reason && '表单的来源未被允许，请联系系统管理员。';
}
