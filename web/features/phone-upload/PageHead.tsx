import { useEffect, useState } from 'react';
import styles from './phone.module.css';
import type { PhoneState } from './phone-state.ts';

/** Shows the purpose of the files, and the remaining time of the code. */
export function PageHead({ state }: { state: PhoneState }) {
  const { form, field, step, deadline } = state;
  const isLive = step === 'choosing' || step === 'sending';
  return (
    <header className={styles.head}>
      <h1>上传材料</h1>
      <div className={styles.headLine}>
        <span className={styles.place}>{[form, field].filter(Boolean).join('，')}</span>
        {isLive && <Remaining deadline={deadline} />}
        {step === 'done' && <span>已完成</span>}
      </div>
    </header>
  );
}

function Remaining({ deadline }: { deadline: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span className={styles.remaining}>剩余 {remainingText(Math.ceil((deadline - now) / 1000))}</span>;
}

/** Returns a text such as `8 分 20 秒`, without the minutes if there are none. */
export function remainingText(seconds: number): string {
  const secondsLeft = Math.max(0, seconds);
  const minutes = Math.floor(secondsLeft / 60);
  return minutes > 0 ? `${minutes} 分 ${secondsLeft % 60} 秒` : `${secondsLeft % 60} 秒`;
}
