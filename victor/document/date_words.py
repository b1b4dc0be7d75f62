"""Words in many languages that label when a page was published or changed."""

from victor.text.regex import alternatives

PUBLISHED = alternatives(
    """
    published|posted|publicad[oa]|publi[ée]e?s?|paru|pubblicat[oa]|veröffentlicht|erschienen
    |gepubliceerd|geplaatst|publicerad|publiceret|udgivet|publisert|julkaistu|opublikowan[oaey]
    |publikován[oa]|zveřejněno|vydáno|publikované|megjelent|közzétéve|publicat|objavljen[oa]
    |опубликован[оаы]?|опубліковано|публикуван[оа]|објављено|δημοσιε.{2,9}|yayınlan.{2,4}
    |yayımlan.{2,4}|diterbitkan|dipublikasikan|đăng
    """
)
CHANGED = alternatives(
    """
    updated|modified|revised|actuali[sz]ad[oa]|modificad[oa]|atualizad[oa]|mise?s? à jour|modifiée?
    |aggiornat[oa]|modificat[oa]|aktualisiert|geändert|bijgewerkt|gewijzigd|uppdatera[dt]|opdateret
    |oppdatert|päivitetty|zaktualizowan[oe]|aktualizován[oa]|frissítve|actualizat|обновлен[оаы]?
    |изменен[оа]?|оновлено|ενημερώ.{2,9}|güncellen.{2,4}|diperbarui|cập nhật
    """
)
# Parts of such words, also of those in sentences about changes.
CHANGE_STEMS = alternatives(
    """
    updat|modif|revis|edited|changed|aktualis|geändert|stand:|mis à jour|mise à jour|actuali
    |aggiorna|atualiza|bijgewerkt|gewijzigd|uppdater|opdater|oppdater|päivitet|обновл|изменен
    |оновлен|aktuali[sz]|zmien|frissít|módosít|actualiz|ažurir|ενημ|güncell|diperbarui|cập nhật
    |kemas ?kini|atnaujint|atjaun|uuendatud|muudetud|posodob|përditës|yenilən|uppfær|eguneratu
    |bearbeitet|redigera|redigert|bewerkt|edytowan|отредакт|修订|修訂
    |обновен|актуализ|ажурир|абноўл|змінено|жаңарт|chỉnh sửa|imesasishwa
    |更新|編集|修正|수정|업데이트|تحديث|تعديل|روزرسانی|ویرایش|עודכן|แก้ไข|อัปเดต|อัพเด
    |अपडेट|अद्यतन|আপডেট|અપડેટ|புதுப்பி|నవీకరించ|ನವೀಕರಿಸ|അപ്ഡേറ്റ്|թարմաց|განახლ
    """
)
