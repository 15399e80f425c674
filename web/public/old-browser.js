// Shows a message in browsers without modules, which are the ones that run this: they would show an empty
// page otherwise (S2 §8). They do not support arrow functions either, so none is used here.
function sayOldBrowser() {
  var words = document.createElement('div');
  words.setAttribute('role', 'alert');
  words.style.cssText =
    'position:fixed;top:24px;left:0;right:0;margin:0 auto;width:440px;padding:12px 16px;' +
    'background:#fff;border:1px solid #c22a2a;color:#1f2329;font:14px/22px sans-serif;text-align:center';
  words.appendChild(document.createTextNode('该设备不支持通过ie浏览器工作，请使用chrome/360等浏览器'));
  document.body.appendChild(words);
  function letGo() {
    document.body.removeChild(words);
  }
  setTimeout(letGo, 5000);
}
sayOldBrowser();
