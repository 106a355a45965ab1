const prefix = '/api/web/api/v1';

/** One call of the contract, as an app of this kind makes it. */
export const call = (method, path, data) =>
  new Promise((resolve, reject) => {
    uni.request({
      url: prefix + path,
      method,
      data,
      header: {
        lang: 'zh_CN',
        'Access-Token': uni.getStorageSync('Access-Token') || '',
        'Timezone-Offset': '480',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      success: ({ data: body }) => (body.code === 200 ? resolve(body.data) : reject(new Error(body.message))),
      fail: reject,
    });
  });

const bytesOf = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

export async function encrypt(text, pem) {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const spki = bytesOf(pem.replace(/-----[^-]+-----|\s/g, ''));
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt']);
  const sealed = await crypto.subtle.encrypt(algorithm, key, new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(sealed)));
}
