import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { firstPasswords } from '#contract/people.ts';
import { csvOf } from '#domain/lists/csv.ts';
import { textOfFailure } from '#web/api/call-error.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { CancelButton, EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { OutcomeProgressBar } from '#web/toolkit/feedback/OutcomeProgressBar.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import paper from '#web/toolkit/page/print.module.css';
import { saveFile } from '#web/toolkit/page/save-file.ts';
import { usePrinting } from '#web/toolkit/page/use-printing.ts';
import boxes from '#web/toolkit/styles/warning-box.module.css';
import { CredentialSheetLines, credentialSheetHint } from './OneTimePasswordDialog.tsx';
import styles from './people.module.css';
import { type IssuedPassword, useFirstPasswords } from './use-first-passwords.ts';
import { useSignInAddress } from './use-sign-in-address.ts';

/**
 * Issues one-time passwords (发放一次性密码) to all people who were imported from a spreadsheet and have none yet;
 * the list is shown until the dialog closes, and never again.
 */
export function FirstPasswordsDialog({ onClose }: { onClose: () => void }) {
  const peopleWithoutPassword = useQuery({
    ...queryOf(firstPasswords.peopleWithoutPassword, {}),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (peopleWithoutPassword.isSuccess)
    return <IssuingPasswords {...peopleWithoutPassword.data} onClose={onClose} />;
  return (
    <AppModal open title="发放一次性密码" width={560} footer={null} onCancel={onClose}>
      {peopleWithoutPassword.isPending && <SkeletonRows rows={4} />}
      {peopleWithoutPassword.isError && (
        <FailureState
          failure={peopleWithoutPassword.error}
          onRetry={() => void peopleWithoutPassword.refetch()}
        />
      )}
    </AppModal>
  );
}

function IssuingPasswords(props: {
  rows: readonly { id: string; account: string; name: string; orgName: string }[];
  /** Accounts whose password only a command on the server may set. */
  barred: readonly string[];
  onClose: () => void;
}) {
  const { barred: serverOnlyAccounts, onClose } = props;
  // The list as it was when the dialog opened: the server's list
  // no longer contains people who received a password in the meantime.
  const [people] = useState(props.rows);
  const { run, running, failure, issuedPasswords } = useFirstPasswords(people);
  const { printing, print } = usePrinting();
  const address = useSignInAddress();
  const [isSaved, setSaved] = useState(false);
  const isDone = issuedPasswords.length > 0 && !running;
  const runAndMarkSaved = (action: () => void) => {
    action();
    setSaved(true);
  };
  return (
    <EditingModal
      open
      title="发放一次性密码"
      width={560}
      unsaved={() => running || (issuedPasswords.length > 0 && !isSaved)}
      lossText="一次性密码只显示这一次，关闭后不能再看；没有下载或打印的，须逐个重置密码。"
      stayLabel="返回"
      onCancel={onClose}
      footer={
        <>
          <CancelButton>关闭</CancelButton>
          {isDone && (
            <>
              <Button
                icon={<PrinterOutlined aria-hidden />}
                disabled={address === undefined}
                onClick={() => runAndMarkSaved(() => print())}
              >
                打印登录须知
              </Button>
              <Button
                type={failure === undefined ? 'primary' : 'default'}
                icon={<DownloadOutlined aria-hidden />}
                disabled={address === undefined}
                onClick={() =>
                  runAndMarkSaved(() =>
                    saveFile('一次性密码.csv', csvOf(linesOf(issuedPasswords, address ?? ''))),
                  )
                }
              >
                下载名单
              </Button>
            </>
          )}
          {issuedPasswords.length < people.length && !(isDone && failure === undefined) && (
            <Button type="primary" loading={running} onClick={() => void run()}>
              {failure === undefined ? `发放 ${people.length} 人` : '继续发放'}
            </Button>
          )}
        </>
      }
    >
      {people.length === 0 ? (
        <p>没有未发放密码的人员。</p>
      ) : issuedPasswords.length === people.length ? (
        <p>全部发放完毕。请下载名单或打印登录须知交给本人，只显示这一次；本人首次登录须先改密码。</p>
      ) : (
        <p>
          有 {people.length}{' '}
          人尚未设置密码。发放后可下载名单或打印登录须知，只显示这一次；本人首次登录须先改密码。
          只用统一身份认证登录的单位不必发放。
        </p>
      )}
      {serverOnlyAccounts.length > 0 && (
        <p className={boxes.warning}>
          {serverOnlyAccounts.join('、')} 已有管理类角色，密码不能由其他管理员发放，请在服务器上执行重置命令。
        </p>
      )}
      {(running || issuedPasswords.length > 0) && (
        <OutcomeProgressBar
          label="发放进度"
          headline={`已发放 ${issuedPasswords.length} / ${people.length} 人`}
          breakdown=""
          total={people.length}
          done={issuedPasswords.length}
          failed={0}
        />
      )}
      {failure !== undefined && (
        <p role="alert" className={boxes.warning}>
          {textOfFailure(failure)}；已发放的保留在这里，可继续发放。
        </p>
      )}
      {printing &&
        createPortal(
          <article className={paper.sheet}>
            {issuedPasswords.map((person) => (
              <section key={person.id} className={styles.page}>
                <h1>登录须知</h1>
                <CredentialSheetLines {...person} address={address} />
                <p>{credentialSheetHint}</p>
              </section>
            ))}
          </article>,
          document.body,
        )}
    </EditingModal>
  );
}

function linesOf(issuedPasswords: readonly IssuedPassword[], address: string): string[][] {
  return [
    ['机构', '姓名', '账号', '一次性密码', '地址'],
    ...issuedPasswords.map(({ orgName, name, account, oneTimePassword }) => [
      orgName,
      name,
      account,
      oneTimePassword,
      address,
    ]),
  ];
}
