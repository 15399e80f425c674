import styles from './storage-refused-page.module.css';

/**
 * Replaces the login if the browser refuses storage: shows the problem, and the address that always works.
 */
export function StorageRefusedPage({ address }: { address: string }) {
  return (
    <main className={styles.refused}>
      <img src="/emblem.svg" alt="" width={48} height={48} />
      <h1>浏览器不允许在嵌入的页面中登录</h1>
      <p>浏览器禁止嵌入的页面保存登录状态。请在新窗口中打开，或在浏览器设置中允许本站点的数据后重新加载。</p>
      <a href={address} target="_blank" rel="noopener">
        在新窗口中打开
      </a>
    </main>
  );
}
