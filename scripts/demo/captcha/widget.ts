const labels: Record<string, string> = {
  en: 'I’m not a robot',
  de: 'Ich bin kein Roboter',
  fr: 'Je ne suis pas un robot',
};

/**
 * Returns `api.js` with the part of reCAPTCHA v2's API that the portal uses (explicit rendering). `origin` is the
 * origin of the simulated service.
 */
export const createApiScript = (origin: string): string => `(() => {
  const origin = ${JSON.stringify(origin)};
  const query = new URL(document.currentScript.src).searchParams;
  const widgets = [];
  const buildFrameUrl = (settings) =>
    origin + '/recaptcha/api2/anchor?' + new URLSearchParams({
      k: settings.sitekey, hl: settings.hl || query.get('hl') || document.documentElement.lang || 'en',
      theme: settings.theme || 'light', size: settings.size || 'normal', host: location.hostname, page: location.origin,
    });
  const grecaptcha = {
    render: (container, settings) => {
      if (!settings || !settings.sitekey) throw new Error('Missing required parameters: sitekey');
      if (container.firstChild) throw new Error('reCAPTCHA has already been rendered in this element');
      const { width, height } = settings.size === 'compact' ? { width: 164, height: 144 } : { width: 304, height: 78 };
      // Google's markup has inline styles, too, so the page's content security policy must allow them.
      container.innerHTML = '<div style="width: ' + width + 'px; height: ' + height + 'px"><iframe title="reCAPTCHA" width="' + width + '" height="' + height + '" style="border: 0"></iframe></div>' +
        '<textarea name="g-recaptcha-response" aria-hidden="true" style="display: none"></textarea>';
      const frame = container.querySelector('iframe');
      frame.src = buildFrameUrl(settings);
      widgets.push({ settings, frame, field: container.querySelector('textarea') });
      return widgets.length - 1;
    },
    reset: (id) => {
      const widget = widgets[id];
      widget.field.value = '';
      widget.frame.src = buildFrameUrl(widget.settings);
    },
  };
  window.addEventListener('message', (event) => {
    const widget = widgets.find(({ frame }) => frame.contentWindow === event.source);
    if (event.origin !== origin || !widget) return;
    widget.field.value = event.data.token || '';
    if (event.data.token) widget.settings.callback(event.data.token);
    else widget.settings['expired-callback']();
  });
  window.grecaptcha = grecaptcha;
  window[query.get('onload')]();
})();
`;

/** Returns the iframe's page: a checkbox that requests a token and posts it to the parent page. */
export const createFramePage = (query: URLSearchParams): string => {
  const requestedLanguage = query.get('hl')?.slice(0, 2) ?? '';
  const language = requestedLanguage in labels ? requestedLanguage : 'en';
  const isDark = query.get('theme') === 'dark';
  const isCompact = query.get('size') === 'compact';
  return `<!DOCTYPE html>
<html lang="${language}">
<meta charset="utf-8">
<title>reCAPTCHA</title>
<style>
  body { margin: 0; font: 14px/1.4 system-ui, sans-serif; color: ${isDark ? '#fff' : '#222'}; background: ${isDark ? '#222' : '#f9f9f9'} }
  div { box-sizing: border-box; ${isCompact ? 'width: 162px; height: 142px; padding: 12px; flex-direction: column' : 'width: 302px; height: 76px; padding: 0 12px'}; display: flex; align-items: center; gap: 12px; border: 1px solid #767676; border-radius: 3px }
  label { display: flex; align-items: center; gap: 12px; flex: 1; cursor: pointer }
  input { width: 24px; height: 24px; margin: 0; flex: none }
  small { color: inherit; text-align: right }
</style>
<div role="none"><label><input type="checkbox" id="anchor"> ${labels[language]}</label><small>local<br>stand-in</small></div>
<script>
  const query = new URLSearchParams(location.search);
  const box = document.getElementById('anchor');
  const postToParent = (message) => parent.postMessage(message, query.get('page'));
  box.addEventListener('change', async () => {
    if (!box.checked) return void (box.checked = true);
    const response = await fetch('/recaptcha/api2/userverify', { method: 'POST', body: new URLSearchParams({ host: query.get('host') }) });
    postToParent({ token: (await response.json()).token });
    // The token expires after two minutes, as tokenLifetimeMs in captcha.ts says.
    setTimeout(() => { box.checked = false; postToParent({ token: '' }); }, 120000);
  });
</script>
</html>
`;
};
