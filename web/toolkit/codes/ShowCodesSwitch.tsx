import { Checkbox } from 'antd';
import { useShowCodes } from './use-show-codes.ts';

/** Shows the check box 显示编码 in the tools of a list; it applies to all lists, editors and pickers. */
export function ShowCodesSwitch() {
  const [isShown, change] = useShowCodes();
  return (
    <Checkbox checked={isShown} onChange={({ target }) => change(target.checked)}>
      显示编码
    </Checkbox>
  );
}
