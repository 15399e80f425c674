import { Button } from 'antd-mobile/es/components/button/button';
import { useState } from 'react';
import { FileLine } from './FileLine.tsx';
import { PhoneNotice } from './PhoneNotice.tsx';
import styles from './phone.module.css';
import type { PhoneState } from './phone-state.ts';

/** Shows the last step: only names and sizes, which are not stored after the page is closed. */
export function DoneStep({ state }: { state: PhoneState }) {
  const [isClosed, setClosed] = useState(false);
  return (
    <>
      <PhoneNotice
        kind="success"
        title="材料已提交"
        text={isClosed ? '可以关闭本页' : '电脑页面将自动跳转，手机上无需再操作'}
      />
      {!isClosed && (
        <ul className={styles.lines}>
          {state.files.map((file) => (
            <FileLine key={file.key} file={file} state={state} />
          ))}
        </ul>
      )}
      <p className={styles.hint}>
        为保护隐私，本页关闭后不能再查看这些文件。还要再传，请在电脑上点“继续上传”，再扫新的二维码。
      </p>
      {!isClosed && (
        <footer className={styles.foot}>
          <Button
            block
            color="primary"
            onClick={() => {
              setClosed(true);
              // Only a page opened by a script can be closed by one; any other page shows that it may be
              // closed.
              window.close();
            }}
          >
            完成
          </Button>
        </footer>
      )}
    </>
  );
}
