import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ThirdApp } from '#contract/shell.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import frameStyles from '#web/toolkit/frame/frame.module.css';
import { frameRules, useFrameRefusal } from '#web/toolkit/frame/use-frame-refusal.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { AppLink, maxGreetings } from './app-link.ts';
import styles from './third-apps.module.css';

type FrameState = 'loading' | 'ready' | 'silent';

/** Shows the frame of one application: sends greetings until it answers, and removes it if it never answers (S1 §9). */
export function AppFrame({ app, onBack }: { app: ThirdApp; onBack: () => void }) {
  const [attempt, setAttempt] = useState(0);
  const [frameState, setFrameState] = useState<FrameState>('loading');
  const [height, setHeight] = useState<number>();
  const navigate = useNavigate();
  const refusal = useFrameRefusal(new URL(app.url).origin);
  const element = useRef<HTMLIFrameElement>(null);
  const latest = useRef({ onBack, navigate });
  latest.current = { onBack, navigate };

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt has its own frame
  useEffect(() => {
    const frame = element.current;
    if (frame === null) return;
    setFrameState('loading');
    const link = new AppLink({
      url: app.url,
      onReady: () => setFrameState('ready'),
      onSilent: () => setFrameState('silent'),
      onHeight: setHeight,
      onBack: () => latest.current.onBack(),
      onOpenScreen: (path) => void latest.current.navigate(path),
    });
    return link.open(frame);
  }, [app.url, attempt]);

  if (refusal !== undefined) {
    const reason =
      refusal === 'own-origin'
        ? '应用不能与本系统同源，请联系系统管理员。'
        : '应用的来源未被允许，请联系系统管理员。';
    return <EmptyState title="该应用暂时无法显示" hint={reason} />;
  }
  if (frameState === 'silent') {
    const retry = () => {
      setFrameState('loading');
      setAttempt(attempt + 1);
    };
    return (
      <div role="alert">
        <EmptyState
          title={`${app.title}没有响应`}
          hint={`已尝试 ${maxGreetings} 次。请稍后重试；如仍然出现，请联系系统管理员。`}
          action={
            <Button type="primary" onClick={retry}>
              重试
            </Button>
          }
        />
      </div>
    );
  }
  return (
    <section className={styles.app} aria-label={app.title} aria-busy={frameState === 'loading'}>
      <p className={frameStyles.source}>本页面由 {new URL(app.url).host} 提供</p>
      <iframe
        key={attempt}
        ref={element}
        title={app.title}
        className={joinClasses(frameStyles.page, styles.frame)}
        data-phase={frameState}
        style={{ height }}
        {...frameRules}
      />
    </section>
  );
}
