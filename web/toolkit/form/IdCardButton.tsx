import { IdcardOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import styles from './form.module.css';

/** Reads an identity card at a window (S2 §2): until the PC has its service of devices, it tells that it has none. */
export function IdCardButton() {
  const [isPressed, setIsPressed] = useState(false);
  return (
    <span className={styles.uploadRow}>
      <Button icon={<IdcardOutlined aria-hidden />} onClick={() => setIsPressed(true)}>
        读身份证
      </Button>
      <span role="status">{isPressed && '没有连接身份证读卡器：本机没有连接柜面设备服务，请手工填写。'}</span>
    </span>
  );
}
