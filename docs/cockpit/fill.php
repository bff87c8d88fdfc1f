<?php
/**
 * Cockpit v2: copy to config/api/brokerkit/fill.php. Its API can neither create models nor take files; `npm run content:push`
 * asks here. GET says which models have content. POST {locales, models} creates what is missing, POST with files[] uploads them.
 * Only for keys of the role admin. Delete it afterwards.
 */
if (!$this->helper('acl')->isSuperAdmin()) {
    $this->response->status = 403;
    return ['error' => 'Only a key of the role admin may fill this CMS'];
}

$content = $this->module('content');

if (isset($this->request->files['files'])) {
    $uploaded = $this->module('assets')->upload('files');
    return ['assets' => $uploaded['assets']];
}

if ($models = $this->param('models', null)) {

    foreach ($this->param('locales', []) as $locale) {
        if (!$this->dataStorage->findOne('system/locales', ['i18n' => $locale['i18n']])) {
            $entry = ['i18n' => $locale['i18n'], 'name' => $locale['name'], 'enabled' => true, 'meta' => []];
            $this->dataStorage->save('system/locales', $entry);
        }
    }
    $this->helper('locales')->cache();

    foreach ($models as $model) {
        $existing = $content->model($model['name']);
        if (!$existing) {
            $content->createModel($model['name'], $model);
            continue;
        }
        // Fields that somebody has added or changed stay.
        $names = array_column($existing['fields'], 'name');
        $missing = array_filter($model['fields'], fn($field) => !in_array($field['name'], $names));
        $content->saveModel($model['name'], ['fields' => array_merge($existing['fields'], array_values($missing))]);
    }

    return [
        'models' => array_keys($content->models()),
        'locales' => array_column($this->helper('locales')->locales(), 'i18n'),
    ];
}

$filled = [];

foreach ($content->models() as $name => $model) {
    if ($model['type'] === 'singleton') {
        if ($this->dataStorage->findOne('content/singletons', ['_model' => $name])) $filled[] = $name;
    } elseif ($content->count($name) > 0) {
        $filled[] = $name;
    }
}

return ['ready' => true, 'filled' => $filled];
