// CloudFront function (cloudfront-js-2.0) for requests to the site. Files keep their path; a prerendered page is the file
// of that name with `.html`; every other path serves the single-page application. Rewriting here instead of by an error response keeps the 404 of a missing file.
// The root serves the landing page, whose script opens the one in the visitor's language.
// edge-code.ts prepends the variables; requests for CloudFront's own host name are redirected to `ownHost`.
// At the root, every name with a dot is a file, existing or not, except one well-known address, which is a page.
var files = /^\/(assets\/|documents\/|[^/]+\.[^/]*$|\.(?!well-known\/change-password\/?$))/;

function handler(event) {
  var request = event.request;
  if (ownHost && request.headers.host.value !== ownHost)
    return movedTo('https://' + ownHost + request.uri + queryOf(request.querystring));
  if (files.test(request.uri)) return request;

  if (request.uri !== '/' && request.uri.endsWith('/'))
    return movedTo(withoutTrailingSlash(request.uri) + queryOf(request.querystring));

  var path = request.uri === '/' ? rootPath : request.uri;
  request.uri = prerenderedPaths.indexOf(path) < 0 ? '/index.html' : path + '.html';
  return request;
}

function movedTo(location) {
  return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: location } } };
}

// Keeps exactly one leading slash: browsers would take `//host` and `/\host` for another site.
function withoutTrailingSlash(uri) {
  return '/' + uri.replace(/^[/\\]+/, '').replace(/[/\\]+$/, '');
}

// CloudFront passes names and values as they were sent, still encoded.
function queryOf(parameters) {
  var pairs = [];
  Object.keys(parameters).forEach(function (name) {
    var values = parameters[name].multiValue || [parameters[name]];
    values.forEach(function (item) {
      pairs.push(item.value === '' ? name : name + '=' + item.value);
    });
  });
  return pairs.length === 0 ? '' : '?' + pairs.join('&');
}
