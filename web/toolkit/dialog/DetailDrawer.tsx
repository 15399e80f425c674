import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useScreenActive } from '../screen/screen.ts';
import { useIsPhone } from '../styles/use-window-size.ts';
import { useFocusReturn } from './use-focus-return.ts';

/** All that is known of one row of a list, at the right of the list that stays in sight; on a phone over all of it. */
export function DetailDrawer(props: { title: string; onClose: () => void; children: ReactNode }) {
  const active = useScreenActive();
  const isPhone = useIsPhone();
  useFocusReturn();
  if (!active) return null;
  return (
    <Drawer open title={props.title} size={isPhone ? '100%' : 480} onClose={props.onClose}>
      {props.children}
    </Drawer>
  );
}
