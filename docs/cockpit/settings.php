<?php
/**
 * Cockpit v1: copy to config/api/brokerkit/settings.php. Its API reads singletons and cannot write them; `npm run content:push`
 * asks here. GET says that it is there; POST {fields, data} makes the singleton `Settings` and fills it, once.
 */
$singletons = $this->module('singletons');

if ($data = $this->param('data', null)) {
    if ($singletons->exists('Settings') && $singletons->getData('Settings')) {
        return ['saved' => false];
    }
    if (!$singletons->exists('Settings')) {
        $singletons->createSingleton('Settings', ['label' => 'Settings', 'fields' => $this->param('fields', [])]);
    }
    return ['saved' => $singletons->saveData('Settings', $data) !== false];
}

return ['ready' => true];
